"""The first start of a built engine, run inside Pyodide: the entry answers and msgspec works.

Must not know anything of conversations. `locales` is set by whoever runs it.
"""

import json

import pyodide_entry

pyodide_entry.import_payload()

import msgspec  # noqa: E402 - it comes with the payload

assert msgspec.json.decode(b'{"a":[1]}', type=dict[str, list[int]]) == {"a": [1]}

pyodide_entry.start("{}", locales)  # noqa: F821
for_page, for_engine = pyodide_entry.handle(1, '{"type":"page_opened","address":"/"}', None, 0)
assert isinstance(json.loads(for_page.to_bytes()), list)
pyodide_entry.close(1)
