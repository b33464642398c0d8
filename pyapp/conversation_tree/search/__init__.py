"""Finding words in turns: how texts match, what of them was read so far, what stands around a hit.

Must not know the panel, the drawing or any site.
"""
