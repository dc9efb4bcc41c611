"""Models that are one token away from a valid one, always the same for the same seed."""

from __future__ import annotations

from random import Random

from penstock.syntax.lexer import NEWLINE, OPEN_COMMENT, Token, scan

DIRECTIVE_SHARE = 0.03
"""How often a token of a preprocessor line is chosen: errors there say little about Promela."""

_FOREIGN = """active assert atomic bit bool break byte c_code c_expr chan D_proctype d_step do else empty
    enabled eval false fi for full get_priority goto hidden if in init inline int len local ltl mtype
    nempty never nfull notrace np_ od of pc_value pid printf printm priority proctype provided return
    run select set_priority short show skip timeout trace true typedef unless unsigned xr xs
    x y zz _ _pid _last _nr_pr _priority main end0 U V W X always eventually until
    0 1 2 255 256 100000 99999999999 'a' "text"
    { } ( ) [ ] ; : :: , . .. -> -- ++ << >> <= >= < > == != = ! !! ? ?? && || & | ^ ~ + - * / % @ #"""
FOREIGN_TOKENS = tuple(_FOREIGN.split())


def mutate(text: str, seed: int) -> str:
    """`text` with one token deleted, doubled, swapped with the next, or replaced."""
    random = Random(seed)
    tokens, places = _choices(text, random)
    if not places:
        return text
    at = random.choice(places)
    _, old, start = tokens[at]
    end = start + len(old)
    match random.choice(("delete", "duplicate", "swap", "replace", "replace")):
        case "delete":
            return text[:start] + " " + text[end:]
        case "duplicate":
            return text[:end] + " " + text[start:]
        case "swap" if at + 1 < len(tokens):
            return _swap(text, tokens[at], tokens[at + 1])
        case _:
            return f"{text[:start]} {_replacement(tokens, random)} {text[end:]}"


def _choices(text: str, random: Random) -> tuple[list[Token], list[int]]:
    """All tokens, and the indices of those from which the one to change is drawn."""
    tokens: list[Token] = []
    inside: list[int] = []
    outside: list[int] = []
    directive = at_line_start = False
    for token in scan(text):
        if token[0] in (NEWLINE, OPEN_COMMENT):
            at_line_start = token[0] == NEWLINE
            continue
        if at_line_start or not tokens:
            directive = token[1] == "#"
        at_line_start = False
        (inside if directive else outside).append(len(tokens))
        tokens.append(token)
    chosen = inside if random.random() < DIRECTIVE_SHARE else outside
    return tokens, chosen or outside or inside


def _swap(text: str, first: Token, second: Token) -> str:
    middle = text[first[2] + len(first[1]) : second[2]] or " "
    return text[: first[2]] + second[1] + middle + first[1] + text[second[2] + len(second[1]) :]


def _replacement(tokens: list[Token], random: Random) -> str:
    return random.choice(tokens)[1] if random.random() < 0.5 else random.choice(FOREIGN_TOKENS)
