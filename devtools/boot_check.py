"""The first start of a built engine, run inside Pyodide: the entry answers and msgspec works.

Must not know anything of conversations.
"""

import sys

import pyodide_entry

if hasattr(pyodide_entry, "import_payload"):
    pyodide_entry.import_payload()
    import msgspec

    assert msgspec.json.decode(b'{"a":[1]}', type=dict[str, list[int]]) == {"a": [1]}
    assert "msgspec" in sys.modules
if hasattr(pyodide_entry, "start"):
    pyodide_entry.start("{}", "{}")
    pyodide_entry.handle(1, '{"type":"page_opened","address":"/"}', None)
    pyodide_entry.close(1)
