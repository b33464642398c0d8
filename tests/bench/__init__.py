"""The benchmark's data, its page, and the same work done in plain JavaScript.

Must not be imported by the core; nothing here ships.
"""
