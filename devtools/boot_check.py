"""The first start of a built engine, run inside Pyodide: the entry answers, msgspec works, exports verify.

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

from conversation_tree.export.pipeline import run  # noqa: E402 - so do its modules and wheels
from conversation_tree.export.request import Receipt, Request  # noqa: E402
from conversation_tree.sites.chatgpt.adapter import ChatGPT  # noqa: E402

site = ChatGPT()
for form in ("md", "html", "json", "txt"):
    outcome = run(Receipt(site.specimen()), Request(format=form), site.record)
    assert outcome.verdict == "verified", (form, [str(check) for check in outcome.checks])
from conversation_tree.export.mathml import mathml  # noqa: E402

assert mathml("x^2", False).startswith("<math"), mathml("x^2", False)
