"""The sites whose conversations can be read, each one folder behind `base.SiteAdapter`.

Must not know the panel, the drawing or the browser.
"""
