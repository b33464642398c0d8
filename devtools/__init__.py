"""What `dev.py` is made of: set-up, build, tests and checks of this project.

Standard library only, and nothing here may be imported by the core; it runs before anything is installed.
"""
