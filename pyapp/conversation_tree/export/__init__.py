"""Taking a conversation out as a file that can prove what is in it.

Must not know a site: it works on a `record.Record`. What only one format needs is imported when that is asked
for.
"""
