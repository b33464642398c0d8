"""Where turns stand: the tidy tree.

Must not know roles, texts, the active path or how anything is drawn.
"""
