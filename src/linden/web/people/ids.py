"""Ids of visitors that are no browser's. A browser's is a hash in hexadecimal; an account's begins
with an at sign, and that of somebody who has left for good with a dash. No cookie makes either."""

import secrets

ACCOUNT, GONE = "@", "-"


def fresh_account() -> str:
    return ACCOUNT + secrets.token_hex(19)


def fresh_gone() -> str:
    return GONE + secrets.token_hex(19)


def is_account(visitor: str | None) -> bool:
    return bool(visitor) and str(visitor).startswith(ACCOUNT)


def is_gone(visitor: str | None) -> bool:
    return bool(visitor) and str(visitor).startswith(GONE)
