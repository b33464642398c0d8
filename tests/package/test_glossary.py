"""One word for one thing: the customer's terms, and how the catalogues say them in each language.

Wherever the English text uses a term, the others must use its word. Must not judge style.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

TERMS = {
    r"nodes?": ("nœud", "节点"),
    r"branch(es)?": ("branche", "分支"),
    r"conversations?": ("conversation", "对话"),
    r"messages?(?! box)": ("message", "消息"),
    r"trees?": ("arbre", "树"),
    r"search(es|ing)?": ("recherche", "搜索"),
    r"fold(s|ed|ing)?": ("repli", "折叠"),
    r"unfold(s|ed|ing)?": ("dépli", "展开"),
    r"previews?": ("aperçu", "预览"),
    r"pages?": ("page", "页面|网页"),
    r"questions?": ("question", "问题"),
    r"answers?(?= to question)|answers(?= apart)": ("réponse", "回答"),
    r"links?": ("lien", "链接"),
    r"paths?": ("chemin", "路径"),
    r"sidebar": ("panneau", "侧边栏"),
    r"buttons?": ("bouton", "按钮"),
    r"pin(s|ned)?": ("épingl", "固定"),
    r"unpin(s|ned)?": ("désépingl", "取消固定"),
    r"cards?": ("fiche", "卡片"),
    r"hits?": ("résultat", "命中"),
    r"current": ("actuel", "当前"),
    r"reload(s|ed|ing)?": ("recharg", "重新加载"),
    r"versions?": ("version", "版本"),
    r"cop(y|ies|ied)": ("copi", "复制|副本"),
    r"images?": ("image", "图片"),
    r"overview": ("vue d’ensemble", "全局视图"),
    r"settings": ("réglages", "设置"),
    r"languages?": ("langue", "语言"),
    r"shortcuts?": ("raccourci", "快捷键"),
    r"browsers?": ("navigateur", "浏览器"),
    r"engine(?!-)": ("moteur", "引擎"),
    r"arrows?": ("flèche", "箭头|方向键"),
    r"stored": ("enregistr|gard", "存储"),
    r"accounts?": ("compte", "账户|账号"),
}
"""English pattern of a whole word, French, Chinese; alternatives where a language has two words for it."""

OTHERWISE = {
    # The name of the extension is not translated.
    ("extension_name", "conversations?"),
    ("extension_name", "trees?"),
    ("options_title", "conversations?"),
    ("options_title", "trees?"),
    # A code, not the word.
    ("engine_failed_text", "engine(?!-)"),
}
FREELY = {
    "search_reading": "French says what is read through",
    "jump_returning": "French says the place before",
    "overview_off": "Chinese says how it was before",
    "error_CT_GO_02": "Chinese says going",
}
"""Keys whose sentence turns around a term in one language, each looked at."""


@pytest.fixture(scope="module")
def catalogues() -> dict[str, dict[str, Any]]:
    return {
        path.parent.name: {k: e["message"] for k, e in json.loads(path.read_text(encoding="utf-8")).items()}
        for path in Path("_locales").glob("*/messages.json")
    }


def test_there_are_at_least_thirty_terms() -> None:
    assert len(TERMS) >= 30


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_said_with_its_word(term: str, catalogues: dict[str, dict[str, Any]]) -> None:
    using = [
        key
        for key, text in catalogues["en"].items()
        if re.search(rf"\b(?:{term})\b", text, re.IGNORECASE)
        and (key, term) not in OTHERWISE
        and key not in FREELY
    ]
    assert using, "a term that nothing says"
    for language, word in zip(("fr", "zh_CN"), TERMS[term], strict=True):
        wrong = {
            k: catalogues[language][k]
            for k in using
            if not re.search(word, catalogues[language][k], re.IGNORECASE)
        }
        assert wrong == {}, f"{language} says {word}"


def test_nothing_is_left_in_english(catalogues: dict[str, dict[str, Any]]) -> None:
    """Two words in a row that English has too, and no name, are a text that nobody translated."""
    same = {
        (language, key)
        for language in ("fr", "zh_CN")
        for key, text in catalogues[language].items()
        if text == catalogues["en"][key] and re.search(r"[a-z]{3} [a-z]{3}", text)
    }
    assert same == set()


def test_plurals_come_in_pairs(catalogues: dict[str, dict[str, Any]]) -> None:
    for language, texts in catalogues.items():
        ones = {key.removesuffix("_one") for key in texts if key.endswith("_one")}
        others = {key.removesuffix("_other") for key in texts if key.endswith("_other")}
        assert ones == others, language
        assert "$1" in texts["nodes_other"]
