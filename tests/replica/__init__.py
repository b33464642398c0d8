"""A local stand-in for chatgpt.com: real host names over TLS, the routes and the page an extension meets.

Must not import anything of ours: it is the other side, written from what is publicly known of the site.
"""
