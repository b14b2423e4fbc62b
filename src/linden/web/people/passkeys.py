"""Passkeys: what a browser is asked to sign, and whether it has (WebAuthn, by ``py_webauthn``).

A key is bound to the name under which the site is reached, so there are none where people come by
a bare IP address. The device asks its owner for a finger, a face or a number each time, as a
passkey alone signs in.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from linden.web.errors import Refusal
from linden.web.http.hosts import Hosts, is_address, origin_of, split, written
from linden.web.store.accounts import Passkey
from linden.web.texts import say

SECONDS = 300.0
"""How long somebody may take to answer a challenge."""
LONGEST_ID = 1023
"""Bytes of what a device calls a key, as WebAuthn has it."""


@dataclass(frozen=True)
class Party:
    """The site as passkeys know it."""

    name: str
    """The name that keys are bound to."""
    origins: list[str]
    """The pages that may use them."""


def party(hosts: Hosts, scheme: str, authority: str) -> Party | None:
    """The site under the name by which somebody came; ``None`` where keys cannot be bound to it."""
    found, page = split(authority), origin_of(scheme, authority)
    if found is None or page is None or is_address(found[0]):
        return None
    pages = [page]
    if hosts.public is not None and hosts.public.host == found[0]:
        pages.append(hosts.public)
    return Party(found[0], [written(one) for one in pages])


def registration(site: Party, account: str, name: str, known: Sequence[Passkey]) -> Any:
    """What the browser is to make a key for; devices that have one of this account say so."""
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Linden",
        user_id=account.encode(),
        user_name=name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[_described(key) for key in known],
        timeout=int(SECONDS * 1000),
    )
    return json.loads(options_to_json(options))


def authentication(site: Party, known: Sequence[Passkey] = ()) -> Any:
    """What the browser is to sign: with one of these keys, or with any that it has."""
    options = generate_authentication_options(
        rp_id=site.name,
        allow_credentials=[_described(key) for key in known],
        user_verification=UserVerificationRequirement.REQUIRED,
        timeout=int(SECONDS * 1000),
    )
    return json.loads(options_to_json(options))


def _described(key: Passkey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id))


def digest(challenge: str) -> str:
    """A challenge, in base64url, as it is kept."""
    return hashlib.sha256(challenge.rstrip("=").encode()).hexdigest()


def challenge_of(credential: dict[str, Any]) -> str:
    """The challenge that a browser says it has answered."""
    try:
        data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = data["challenge"]
    except (KeyError, TypeError, ValueError, RecursionError):
        raise unfit() from None
    if not isinstance(challenge, str) or len(challenge) > 200 or not challenge.isascii():
        raise unfit()
    return challenge


def registered(
    site: Party, credential: dict[str, Any], challenge: str, account: str, name: str, now: float
) -> Passkey:
    """The key that a browser has made, or a refusal."""
    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            require_user_verification=True,
        )
    except Exception:  # whatever a library stumbles over in a stranger's bytes
        raise unfit() from None
    if len(found.credential_id) > LONGEST_ID:
        raise unfit()
    return Passkey(
        id=bytes_to_base64url(found.credential_id),
        account=account,
        public_key=found.credential_public_key,
        uses=found.sign_count,
        name=name,
        created=now,
        used=None,
    )


def signed(site: Party, credential: dict[str, Any], challenge: str, key: Passkey) -> int:
    """The device's count of signatures after this one, if the key has made it; or a refusal."""
    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.uses,
            require_user_verification=True,
        )
    except Exception:  # likewise
        raise unfit() from None
    return found.new_sign_count


def unfit() -> Refusal:
    return Refusal(say("This passkey does not fit, or it took too long; try again."), 403)
