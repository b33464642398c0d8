"""Where the time goes between the bytes and the picture, run inside the engine.

Must not be taken for the measure itself: each part is timed alone, without what the session does around it.
"""

import json
import time
from collections import defaultdict

from conversation_tree.layout.tidy import layout_tree
from conversation_tree.panel.drawing import Drawing
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.loading import Loading
from conversation_tree.panel.texts import Texts
from conversation_tree.protocol import encode_commands
from conversation_tree.scene.build import TreeScenes
from conversation_tree.sites.chatgpt import entries, nesting, payload, turns
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from conversation_tree.sites.chatgpt.faults import Faults


def parts(buffer, levels, locales, rounds):
    """Least ms of each part over some rounds, as JSON."""
    labels = TurnLabels(Texts(json.loads(locales), "en"))
    found = defaultdict(list)

    def timed(name, work, *arguments):
        begun = time.perf_counter()
        result = work(*arguments)
        found[name].append((time.perf_counter() - begun) * 1e3)
        return result

    for _ in range(rounds):
        body = timed("bytes in", buffer.to_bytes)
        timed("checksum", Loading(ChatGPT()).note, body)
        faults = Faults()
        with nesting.counted(body, levels):
            document = timed("JSON", payload.read, body, faults)
        forest = timed("forest", entries.forest, document.mapping, faults)
        tree = timed("turns", turns.tree, forest, document.current_node, faults)
        layout = timed("layout", layout_tree, tree)
        timed("scenes", TreeScenes, tree, layout, labels)
        drawing = Drawing()
        drawing.show(tree, labels)
        drawing.focused = tree.current
        drawing.look_at(*drawing.centred(tree.current))
        commands = timed("scene and patch", list, drawing.patch(bare=True))
        timed("bytes out", encode_commands, commands, "page")
        del document, forest, tree, layout, drawing, commands
    return json.dumps({name: min(times) for name, times in found.items()})
