"""The panel's behaviour: what is shown, where the focus is, what is said to the person.

Must not know the DOM or any site's field names.
"""
