"""Pictures and outlines of known trees, as files a person can open.

Must not decide what is right: `python -m tests.golden.goldens --write` writes them anew, and whoever does
that looks at them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from conversation_tree.layout.folding import folded, runs_of
from conversation_tree.layout.tidy import layout_tree
from conversation_tree.model import Conversation, Tree
from conversation_tree.scene.outline import outline
from conversation_tree.scene.svg import svg_text
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.builders import chat_parents, comb_parents, star_parents, tree_from

HERE = Path(__file__).parent
CONVERSATIONS = HERE.parent / "fixtures/conversations"


def picture(tree: Tree, title: str) -> str:
    return "".join(svg_text(tree, layout_tree(tree), title))


def folded_picture(tree: Tree, title: str, every: int = 1) -> str:
    """With every so manieth run folded."""
    nodes = folded(tree, runs_of(tree).ranges[::every])
    return "".join(svg_text(nodes, layout_tree(nodes), title))


def conversation(name: str) -> Conversation:
    return ChatGPT().parse((CONVERSATIONS / name).read_bytes())


def parsed(name: str) -> dict[str, Callable[[], str]]:
    """The picture and the outline of a fixture."""
    stem = name.removesuffix(".json")

    def drawn() -> str:
        known = conversation(name)
        return picture(known.tree, known.title)

    return {
        f"{stem}.svg": drawn,
        f"{stem}.txt": lambda: "".join(f"{line}\n" for line in outline(conversation(name))),
    }


GOLDENS: dict[str, Callable[[], str]] = {
    **parsed("regen_forks.json"),
    **parsed("odd_two_roots.json"),
    **parsed("odd_regenerated_after_tool.json"),
    **parsed("malformed.json"),
    "chat.svg": lambda: picture(tree_from(chat_parents(120, seed=3, fork_every=6), current=60), "A chat"),
    "chat_folded.svg": lambda: folded_picture(
        tree_from(chat_parents(120, seed=3, fork_every=6), current=60), "A chat, folded"
    ),
    "chat_half_folded.svg": lambda: folded_picture(
        tree_from(chat_parents(120, seed=3, fork_every=6), current=60), "A chat, half of it folded", 2
    ),
    "comb.svg": lambda: picture(tree_from(comb_parents(21)), "A comb"),
    "star.svg": lambda: picture(tree_from(star_parents(10), current=4), "A star of <nine> & one"),
    "two_questions_in_a_row.svg": lambda: picture(
        tree_from([-1, 0, 1, 1], roles=["user", "user", "assistant", "assistant"], current=2), "Stopped"
    ),
    "three_roots.svg": lambda: picture(
        tree_from([-1, -1, -1, 0, 1, 1, 2], current=4), "Edited first question"
    ),
    "nothing.svg": lambda: picture(tree_from([]), ""),
}


def main(arguments: list[str]) -> int:
    if arguments != ["--write"]:
        sys.stderr.write("usage: python -m tests.golden.goldens --write\n")
        return 2
    for name, make in GOLDENS.items():
        (HERE / name).write_text(make(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
