"""ChatGPT: everything that is peculiar to it, and nothing else.

Must not know the panel, the drawing or the browser. No module here is imported by name from outside
but `adapter`; `payload`, the one user of msgspec, is imported only when something is parsed.
"""
