# ruff: noqa: E501 - the story is prose, and its lines are as long as what people wrote.
"""Writes the demo's conversation: a repair café planned over five weeks, with every kind of branch.

Must not import anything of ours; run it to write `tests/fixtures/demo_conversation.json` again, byte for byte.

The story is data: a sequence of turns, and a `Fork` ends a sequence with two or more that go on from there.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "fixtures" / "demo_conversation.json"
CONVERSATION_ID = "6911b3c0-7a54-8327-9d40-5e0f1c2ab7d4"
BEGUN = 1793606400.0
"""2 November 2026, 08:00 UTC."""
DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Q:
    """A question."""

    text: str
    photo: str = ""
    """Name of an attached picture."""


@dataclass(frozen=True, slots=True)
class A:
    """An answer, and how it came about: `instant`, `thought`, `search`, `python` or `picture`."""

    text: str
    how: str = "instant"
    call: str = ""
    """What was asked of the tool."""
    result: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """The person comes back on another day."""

    days: float


@dataclass(frozen=True, slots=True)
class Here:
    """The turn before this one is the current one."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Where the conversation was regenerated or edited; in the order in which it happened."""

    branches: tuple[Sequence[Any], ...]


def fork(*branches: Sequence[Any]) -> Fork:
    return Fork(branches)


POSTER_BRANCH = [
    Q("Now a picture for the poster: a friendly workbench with a toaster, a bicycle wheel and a jumper."),
    A(
        "",
        "picture",
        '{"prompt":"flat illustration, workbench, toaster, bicycle wheel, jumper, warm colours","size":"1024x1024","n":1}',
    ),
    Q("Lovely. Can the toaster look a little less angry?"),
    A("", "picture", '{"prompt":"same scene, the toaster smiles","size":"1024x1024","n":1}'),
    Q("Perfect. Words for the poster, please: title, date, two sentences, and that it costs nothing."),
    A(
        "**Repair Café**\nSaturday 5 December, 13:00–17:00, town library\n\nBring what is broken, leave with what works. Volunteers help you mend it, and the coffee is on us.\n\n*Free. A donation keeps the soldering irons warm.*"
    ),
    Q("Many of our neighbours read Chinese. Please translate the poster."),
    A(
        "**修理咖啡馆**\n12月5日（星期六）13:00–17:00，市图书馆\n\n把坏了的东西带来，把修好的带走。志愿者会帮您一起修理，咖啡由我们请客。\n\n*免费参加，欢迎随意捐助。*"
    ),
    Q("“修理咖啡馆”听起来自然吗？会不会让人以为是修咖啡机的？"),
    A(
        "您的担心有道理。可以改成“社区修理日”，或者“修东西·喝咖啡”。前者最清楚，后者更亲切。海报上我会用“社区修理日”，副标题写“边修边喝咖啡”。"
    ),
    Q("And Arabic, please."),
    A(
        "**مقهى التصليح**\nالسبت 5 ديسمبر، من الساعة 13:00 إلى 17:00، مكتبة المدينة\n\nأحضر ما تعطّل لديك وعُد به سليمًا. يساعدك متطوّعون على إصلاحه، والقهوة على حسابنا.\n\n*الدخول مجاني، والتبرّع مرحّب به.*"
    ),
    Q("هل يُقرأ الوقت 13:00 بشكل طبيعي، أم الأفضل «الواحدة ظهرًا»؟"),
    A(
        "كلاهما مفهوم، لكن «من الواحدة ظهرًا حتى الخامسة مساءً» أقرب إلى القارئ. أبقِ الأرقام في السطر الأول والكلمات في الثاني."
    ),
    Q("Thank you, both go to the printer today."),
    A(
        "Ask the printer for a proof of the Arabic one: some programs turn the letters round or part them. If the first word begins on the right and its letters join, it is fine."
    ),
]

LONG_RUN = [
    Later(7),
    Q("Four weeks to go. What has to happen, week by week?"),
    A(
        "**Week 4** posters, first call for volunteers\n**Week 3** tools list, insurance answer in writing\n**Week 2** table plan, house rules, shopping\n**Week 1** reminder to all, trial run with three repairs\n\nThe insurance letter is the one that can stop you, so it comes first."
    ),
    Q("The library says its insurance covers visitors but not the volunteers."),
    A(
        "Then ask the town's volunteer office: many towns have a group policy for anyone who helps without pay. You need a list of names and the date, rarely more."
    ),
    Q("They do! It is free and they want the list by Friday."),
    A(
        "Good. Send names, birth dates and the task of each person. Add two more names than you need; somebody always brings a friend."
    ),
    Later(2),
    Q("Nine people so far: 3 electrics, 2 sewing, 2 bicycles, 1 clocks, 1 who bakes."),
    A(
        "A fine crew. One more for electrics would help, since about half of what people bring has a plug. Whoever bakes should also greet people: a calm welcome saves an hour of waiting."
    ),
    Q("How many repairs can we do in four hours?"),
    A(
        "Count 35 minutes for each, and one repair at a time for each mender: eight menders over four hours, less a break, give about 48 places. Promise 40."
    ),
    Q("What tools do we need for the electrics table?"),
    A(
        "Multimeter, screwdrivers with all the odd tips, soldering iron with stand, heat-shrink tubing, fuses from 1 to 13 A, a residual-current adapter for every test, and a bright lamp."
    ),
    Q("And for sewing?"),
    A(
        "Two machines, a seam ripper each, needles 70 to 100, strong thread in black, white and denim, zips in three lengths, wool for darning, and an iron far away from the electrics table."
    ),
    Q("What must we never repair?"),
    A(
        "Microwave ovens (the capacitor can kill), anything with a swollen lithium battery, gas appliances, car seats and helmets. Put this list at the door and nobody needs to be refused in person."
    ),
    Later(4),
    Q("House rules on one page, please, in a friendly tone."),
    A(
        "1. We repair together: please stay with your thing.\n2. We try; we cannot promise.\n3. Electric things are tested before they go home.\n4. One thing at a time, then join the queue again.\n5. Helping is free. Cake is love.\n\n*Signed at the door, so that everybody has read it.*"
    ),
    Q("Somebody asks whether we keep their address. What do we say?"),
    A(
        "Keep none. A first name and a number for the queue are enough, and the sheet goes into the paper bin in the evening."
    ),
    Q("Trial run yesterday: two of three mended, the third was a kettle with a broken base."),
    A(
        "Two in three is the usual rate, so say so with pride. For the kettle: bases are sold as a spare part for most makers; write the part number on the card you give back."
    ),
]

BUDGET_BRANCH = [
    Q("What will it cost? Room is free. Coffee, cake, tools we lack, posters."),
    A(
        "About **186 €**, and 61 € of it are tools that stay with you. A donation of 4 € from every second visitor covers the rest.",
        "python",
        'costs = {"coffee and milk": 38, "flour and fruit": 27, "tools": 61, "posters": 60}\nprint(sum(costs.values()), sum(costs.values()) - costs["tools"])',
        "186 125\n",
    ),
    fork(
        [
            Q("Where could we get 186 € before the day?"),
            A(
                "Three places, quickest first: the library's friends (ask for 100 €), the hardware shop (asks for a logo, gives the tools), the town's fund for neighbourhoods (slow, larger, good for next year)."
            ),
            Q("The hardware shop gives us everything on the list!"),
            A(
                "Wonderful: then you need 125 €, and the library's friends will hardly say no to that. Thank the shop on the poster, in one line at the bottom."
            ),
            Here(),
        ],
        [
            Q("Where could we get 186 € before the day, without any advertising?"),
            A(
                "Then only the library's friends and a hat on the day remain. A jar with “125 € and we are even” written on it works better than a silent one."
            ),
        ],
    ),
]

LIBRARY = [
    Q("I want to start a repair café in our town library. Where do I begin?"),
    fork(
        [
            A(
                "Begin with the library: a date, a room with sockets, and who locks up. Then find five people who like to mend things. All else can wait a week."
            ),
            Q("What do I say to the head of the library? She is careful with new things."),
            A(
                "Offer her one afternoon, not a series. Say what she gets (new visitors, a photograph for the paper) and what she does not get (noise in the reading room, any cost). Bring the plan on one page."
            ),
        ],
        [
            A(
                "There are three decisions, and their order matters: **place**, **people**, **promise**. The place decides the date, the people decide what you can mend, and the promise decides how visitors feel when something stays broken.",
                "thought",
                "The person has a place in mind already. What blocks most groups is people. I should give an order and keep it short.",
            ),
            Q("Place is settled: library, first floor, 40 square metres. People?"),
            A(
                "Look where mending already happens: the sewing circle, the bicycle shop's regulars, the retired electrician everyone knows. Ask each for one afternoon. Elsewhere about eight helpers serve forty visitors.",
                "search",
                '{"search_query":[{"q":"repair café how many volunteers visitors per afternoon"}]}',
            ),
            fork(
                [
                    Q("Write the note for the notice board, about 80 words."),
                    A(
                        "*Do you mend?* We are opening a repair café in the town library and look for people who like to take things apart and, most of the time, put them together again. One Saturday afternoon, good company, all the cake you can eat. No certificate needed; patience is. Sewing, bicycles, clocks, lamps, radios: bring what you can do. Leave your name at the library desk or ring Robin. First meeting on Thursday at seven, upstairs."
                    ),
                    fork(
                        [
                            Q("Shorter, and funnier."),
                            A(
                                "*Wanted: people who cannot throw away a toaster.* Repair café, town library, one Saturday. We have cake. Names to the desk."
                            ),
                            Q("Ha! That one. Which day suits most people?"),
                            A(
                                "Saturday afternoon, not the first of the month (market) and not before a long weekend. That leaves **5 December**."
                            ),
                            *LONG_RUN,
                            fork(
                                [
                                    *POSTER_BRANCH[:6],
                                    fork(
                                        POSTER_BRANCH[6:],
                                        [
                                            Q(
                                                "Many of our neighbours read Turkish. Please translate the poster."
                                            ),
                                            A(
                                                "**Tamir Kafe**\n5 Aralık Cumartesi, 13.00–17.00, şehir kütüphanesi\n\nBozulan eşyanızı getirin, çalışır hâlde götürün. Gönüllülerimiz size yardım eder, kahveler bizden."
                                            ),
                                        ],
                                    ),
                                ],
                                BUDGET_BRANCH,
                                [
                                    Q("Here is the room. Where does each table go?", photo="room.jpg"),
                                    A(
                                        "Electrics along the window wall: the only double sockets are there, and the light is best. Sewing opposite, with the iron by the door. Bicycles on the landing, so that no oil gets near the books. Welcome and cake just inside the door, queue numbers on the pillar.",
                                        "thought",
                                        "The photograph shows a window wall with sockets, a pillar, one door. Keep the escape way free.",
                                    ),
                                    Q("And the way out, if there is a fire?"),
                                    A(
                                        "Keep 1.2 m free from the far corner to the door, nothing on the landing's right side, and move the cake table 1 m to the left. Then both ways out are clear."
                                    ),
                                    Q("Make a checklist for the morning."),
                                    Q("Sorry, stopped you: a checklist for the morning *and* the evening."),
                                    A(
                                        "**Morning**: tables, extension leads taped down, residual-current adapters tested, first-aid box, queue numbers, coffee on.\n**Evening**: irons off and cold, leads rolled, spare parts sorted, count what was mended, take the poster down, leave the room better than it was."
                                    ),
                                    Q("We are ready, I think. One sentence to open the day?"),
                                    A("“Nothing in this room is rubbish yet.”"),
                                ],
                            ),
                        ],
                        [
                            Q("More serious: the head of the library will read it."),
                            A(
                                "*Repair café at the town library.* We are looking for volunteers with experience in sewing, bicycles or household electrics for one Saturday afternoon. An introduction to safe testing will be given. Please leave your name at the desk."
                            ),
                        ],
                    ),
                ],
                [
                    Q("Write the note for the notice board, about 80 words, and mention children."),
                    A(
                        "*Mend it together!* Children are welcome at our repair café: there is a table for toys and a box of screws that may be sorted for as long as one likes. Grown-ups who sew, solder or oil chains are looked for too. One Saturday afternoon in the town library, with cake. Please leave your name, and your age if it is under twelve, at the desk."
                    ),
                ],
            ),
        ],
        [
            A(
                "Ask yourself first whether it has to be the library. A church hall or a school workshop has benches, storage and fewer quiet readers. If the answer is still the library, choose a room that is not on the way to the books."
            ),
        ],
    ),
]

SCHOOL = [
    Q("I want to start a repair café. Where do I begin?"),
    A(
        "With a place, since everything hangs on it: somewhere with sockets, light and a door that may stand open. Do you have one in mind?"
    ),
    Q("Perhaps the school workshop?"),
    A(
        "Good benches, but school rules: visitors only outside lessons, and the caretaker must stay. Ask about Saturdays before you fall in love with the vices."
    ),
]

STORY = fork(SCHOOL, LIBRARY)


class Writer:
    """Turns of the story to entries of a mapping, in the shape the site answers with."""

    def __init__(self) -> None:
        self.mapping: dict[str, Any] = {}
        self.clock = BEGUN
        self.current = ""
        self.written = 0

    def entry(self, parent: str, role: str, content: dict[str, Any], **more: Any) -> str:
        self.written += 1
        name = str(uuid.uuid5(uuid.UUID(CONVERSATION_ID), str(self.written)))
        metadata = {"can_save": True, **more.pop("metadata", {}), "parent_id": parent}
        message = {
            "id": name,
            "author": {"role": role, "name": more.pop("name", None), "metadata": {}},
            "create_time": more.pop("create_time", self.clock),
            "update_time": None,
            "content": content,
            "status": "finished_successfully",
            "end_turn": more.pop("end_turn", None),
            "weight": more.pop("weight", 1.0),
            "metadata": metadata,
            "recipient": more.pop("recipient", "all"),
            "channel": more.pop("channel", None),
        }
        assert not more, more
        self.mapping[name] = {"id": name, "message": message, "parent": parent, "children": []}
        self.mapping[parent]["children"].append(name)
        return name

    def head(self) -> str:
        """What comes before the first question: hidden system entries and the person's own instructions."""
        root = "client-created-root"
        self.mapping[root] = {"id": root, "message": None, "parent": None, "children": []}
        unseen = {"is_visually_hidden_from_conversation": True}
        text = {"content_type": "text", "parts": [""]}
        at = self.entry(root, "system", text, metadata=unseen, weight=0.0, create_time=None, end_turn=True)
        rebase = unseen | {"rebase_developer_message": True}
        at = self.entry(at, "system", text, metadata=rebase, weight=0.0, create_time=None)
        instructions = {
            "content_type": "user_editable_context",
            "user_profile": "Preferred name: Robin",
            "user_instructions": "Short and practical, please.",
        }
        data = {"about_user_message": "", "about_model_message": "Short and practical, please."}
        own = unseen | {"is_user_system_message": True, "user_context_message_data": data}
        return self.entry(at, "user", instructions, metadata=own, create_time=None)

    def question(self, at: str, turn: Q) -> str:
        self.clock += 140.0
        metadata: dict[str, Any] = {"timestamp_": "absolute", "selected_sources": []}
        content: dict[str, Any] = {"content_type": "text", "parts": [turn.text]}
        if turn.photo:
            metadata["attachments"] = [
                {
                    "id": "file_0000000070c8",
                    "size": 183204,
                    "name": turn.photo,
                    "mime_type": "image/jpeg",
                    "width": 1600,
                    "height": 1200,
                    "source": "local",
                }
            ]
            content = {
                "content_type": "multimodal_text",
                "parts": [picture("file_0000000070c8", 1600, 1200), turn.text],
            }
        return self.entry(at, "user", content, metadata=metadata)

    def answer(self, at: str, turn: A) -> str:
        self.clock += 20.0
        model = {"model_slug": "gpt-5-thinking" if turn.how == "thought" else "gpt-5", "message_type": "next"}
        if turn.how == "thought":
            thoughts = {
                "content_type": "thoughts",
                "thoughts": [
                    {"summary": "Weighing it up", "content": turn.call, "chunks": [], "finished": True}
                ],
                "source_analysis_msg_id": "",
            }
            at = self.entry(at, "assistant", thoughts, metadata=model | {"reasoning_status": "is_reasoning"})
            self.clock += 9.0
            recap = {"content_type": "reasoning_recap", "content": "Thought for 9s"}
            ended = model | {"reasoning_status": "reasoning_ended", "finished_duration_sec": 9}
            at = self.entry(at, "assistant", recap, metadata=ended)
        if turn.how == "search":
            call = {
                "content_type": "code",
                "language": "unknown",
                "response_format_name": None,
                "text": turn.call,
            }
            at = self.entry(at, "assistant", call, metadata=model, recipient="web.run", channel="analysis")
            unseen = {"is_visually_hidden_from_conversation": True}
            at = self.entry(
                at, "tool", {"content_type": "text", "parts": [""]}, name="web.run", metadata=unseen
            )
        if turn.how == "python":
            call = {
                "content_type": "code",
                "language": "python",
                "response_format_name": None,
                "text": turn.call,
            }
            at = self.entry(at, "assistant", call, metadata=model, recipient="python", channel="analysis")
            output = {"content_type": "execution_output", "text": turn.result}
            at = self.entry(
                at,
                "tool",
                output,
                name="python",
                metadata={"aggregate_result": {"status": "success", "messages": []}},
            )
        if turn.how == "picture":
            call = {
                "content_type": "code",
                "language": "json",
                "response_format_name": None,
                "text": turn.call,
            }
            at = self.entry(at, "assistant", call, metadata=model, recipient="t2uay3k.sj1i4kz")
            self.clock += 31.0
            made = {
                "content_type": "multimodal_text",
                "parts": [picture(f"file_{self.written:012d}", 1024, 1024)],
            }
            task = {"image_gen_title": "Poster", "async_task_type": "image_gen"}
            return self.entry(at, "tool", made, name="t2uay3k.sj1i4kz", metadata=task)
        self.clock += 6.0
        done = {"is_complete": True, "finish_details": {"type": "stop", "stop_tokens": [200002]}}
        final = {"content_type": "text", "parts": [turn.text]}
        return self.entry(
            at,
            "assistant",
            final,
            metadata=model | done | {"citations": [], "content_references": []},
            end_turn=True,
            channel="final",
        )

    def sequence(self, at: str, turns: Sequence[Any]) -> None:
        for turn in turns:
            match turn:
                case Q():
                    at = self.question(at, turn)
                case A():
                    at = self.answer(at, turn)
                case Later(days):
                    self.clock += days * DAY
                case Here():
                    self.current = at
                case Fork(branches):
                    for branch in branches:
                        self.sequence(at, branch)


def picture(name: str, width: int, height: int) -> dict[str, Any]:
    return {
        "content_type": "image_asset_pointer",
        "asset_pointer": f"sediment://{name}",
        "size_bytes": 183204,
        "width": width,
        "height": height,
        "fovea": None,
        "metadata": {"dalle": None, "gizmo": None, "generation": None, "sanitized": True},
    }


def conversation() -> dict[str, Any]:
    writer = Writer()
    writer.sequence(writer.head(), [STORY])
    return {
        "title": "Repair café in the library",
        "create_time": BEGUN,
        "update_time": writer.clock,
        "mapping": writer.mapping,
        "moderation_results": [],
        "current_node": writer.current,
        "plugin_ids": None,
        "conversation_id": CONVERSATION_ID,
        "conversation_template_id": None,
        "gizmo_id": None,
        "gizmo_type": None,
        "is_archived": False,
        "is_starred": None,
        "is_temporary_chat": False,
        "is_do_not_remember": False,
        "is_read_only": None,
        "safe_urls": [],
        "blocked_urls": [],
        "default_model_slug": "gpt-5",
        "conversation_origin": None,
        "voice": None,
        "async_status": None,
        "disabled_tool_ids": [],
        "memory_scope": "global_enabled",
    }


def text() -> str:
    return json.dumps(conversation(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
