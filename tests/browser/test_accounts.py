"""Accounts in a real browser: a password, and passkeys of Chromium's virtual authenticator."""

import random
import re
from typing import Any

from playwright.sync_api import Page, expect
from sqlalchemy import func, insert, select

from databases import engine_of
from findings import findings
from hands import Player, invitation_to, open_table
from linden.web.store import moderators
from linden.web.store.decency import MOST_SHOWN
from linden.web.store.models import DeedRow
from servers import Server

PASSWORD = "a quiet table"


def sign_up(page: Page, name: str) -> None:
    page.goto("/account")
    form = page.locator("form", has=page.locator("#sign-up-name"))
    form.locator("#sign-up-name").fill(name)
    form.locator("#sign-up-password").fill(PASSWORD)
    form.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def authenticator(page: Page) -> tuple[Any, str]:
    """A device that holds passkeys, and whose owner always agrees."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return devtools, made["authenticatorId"]


def test_a_guest_signs_up_and_finds_the_same_table_on_a_phone(opens: Any) -> None:
    desk, phone = opens("/"), opens("/account", phone=True, color_scheme="dark")
    table = open_table(desk, "pig", [{"kind": "me"}, {"kind": "computer", "level": 1}])
    desk.goto("/account")
    assert findings(desk) == []
    desk.locator("#sign-in-name").fill("Nobody")
    desk.locator("#sign-in-password").fill("wrong password")
    desk.get_by_role("button", name="Sign in", exact=True).click()
    expect(desk.get_by_role("alert").first).to_contain_text("do not belong together")
    sign_up(desk, "Ada")
    assert findings(desk) == []
    assert findings(phone) == []
    phone.locator("#sign-in-name").fill("ada")
    phone.locator("#sign-in-password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ada")
    assert findings(phone) == []
    phone.goto("/")
    expect(phone.locator(f'.table-card[href="{table}"]')).to_be_visible()
    expect(phone.locator('.colophon a[href="/account"]')).to_have_text("Ada")
    phone.goto(table)
    expect(phone.locator(".board svg").first).to_be_visible()
    desk.reload()
    desk.locator(".plain-list li", has_text="seen").get_by_role("button").click()
    expect(desk.locator(".plain-list li")).to_have_count(1)
    phone.goto("/account")
    expect(phone.locator("#sign-in-name")).to_be_visible()


def test_what_is_settled_goes_along(opens: Any) -> None:
    desk, phone = opens("/"), opens("/account", phone=True)
    desk.get_by_role("button", name="Turn sound off").click()
    sign_up(desk, "Grace")
    phone.locator("#sign-in-name").fill("Grace")
    phone.locator("#sign-in-password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.get_by_role("button", name="Turn sound on")).to_be_visible()


def test_passkeys_alone(opens: Any, server: Server) -> None:
    """Sign up, out and in by a passkey; add a second, remove the first, and leave for good."""
    page = opens("/account", base_url=f"http://localhost:{server.port}")
    devtools, device = authenticator(page)
    page.locator("#sign-up-name").fill("Linus")
    page.locator("form", has=page.locator("#sign-up-name")).get_by_role(
        "button", name="With a passkey"
    ).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Linus")
    keys = devtools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert len(keys) == 1
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".toast")).to_contain_text("the only way into your account")
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    page.wait_for_selector(".game")
    page.goto("/account")
    page.locator("form", has=page.locator("#sign-in-name")).get_by_role(
        "button", name="With a passkey"
    ).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Linus")
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})
    authenticator(page)  # another device
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(2)
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    page.get_by_role("button", name="Delete the account").click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_selector(".game")
    page.goto("/account")
    page.locator("form", has=page.locator("#sign-in-name")).get_by_role(
        "button", name="With a passkey"
    ).click()
    expect(page.get_by_role("alert").first).to_contain_text("does not fit")


def test_a_passkey_somebody_else_made_is_refused(opens: Any, server: Server) -> None:
    """A key whose signature is not its own, and one that has answered already."""
    page = opens("/account", base_url=f"http://localhost:{server.port}")
    authenticator(page)
    replayed = page.evaluate(
        """async () => {
          const post = (path, body) => fetch(`/api/account/${path}`, {
            method: "POST",
            body: JSON.stringify(body),
            headers: { "Content-Type": "application/json" },
          });
          const begun = await (await post("passkeys/begin", { name: "Margaret" })).json();
          const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(begun.options);
          const made = (await navigator.credentials.create({ publicKey })).toJSON();
          const first = await post("passkeys", { name: "Margaret", credential: made });
          await fetch("/api/account/session", { method: "DELETE" });
          const again = await post("passkeys", { name: "Hamilton", credential: made });
          const asked = await (await post("session/passkey/begin", {})).json();
          const wanted = PublicKeyCredential.parseRequestOptionsFromJSON(asked.options);
          const used = (await navigator.credentials.get({ publicKey: wanted })).toJSON();
          const forged = structuredClone(used);
          const last = forged.response.signature.at(-3) === "A" ? "B" : "A";
          forged.response.signature = forged.response.signature.slice(0, -3) + last
            + forged.response.signature.slice(-2);
          const wrong = await post("session/passkey", { credential: forged });
          const spent = await post("session/passkey", { credential: used });
          return [first.status, again.status, wrong.status, spent.status];
        }"""
    )
    assert replayed == [200, 403, 403, 403], "a challenge is answered once, right or wrong"


def test_a_rated_game_and_the_profiles_after_it(opens: Any, hosts: tuple[str, str]) -> None:
    """Bob is a guest when the link comes: he signs up, sits down where he was asked to and
    plays; Emmy resigns, and both profiles tell of it."""
    ada = opens("/", base_url=f"http://{hosts[0]}")
    bob = opens("/", base_url=f"http://{hosts[1]}", phone=True, color_scheme="dark")
    sign_up(ada, "Emmy")
    ada.goto("/new/linear")
    expect(ada.get_by_text("Rated", exact=True)).to_be_hidden()
    ada.locator('input[name="seat-1"][value="friend"]').check(force=True)
    time = ada.get_by_label("Time", exact=True)
    expect(time).to_have_value("")
    ada.locator('.segments label:has-text("Rated") input').check(force=True)
    expect(time.locator("option:checked")).to_have_text("3 days a turn")
    expect(time.locator("option[value='']")).to_be_disabled()
    assert findings(ada) == []
    ada.get_by_role("button", name="Start").click()
    ada.wait_for_selector(".board svg")
    ada.wait_for_selector("dialog .copy-link")
    ada.keyboard.press("Escape")
    ada.wait_for_selector("dialog .copy-link", state="detached")
    table = ada.evaluate("() => location.pathname")
    bob.goto(invitation_to(ada, table))
    assert findings(bob) == []
    bob.locator(".invitation .primary").click()
    bob.locator("#sign-up-name").fill("Noether")
    bob.locator("#sign-up-password").fill(PASSWORD)
    bob.get_by_role("button", name="Make an account").click()
    bob.locator(".invitation .primary").click()
    bob.wait_for_selector(".board svg")
    Player(ada, "mouse", random.Random(1)).move()
    Player(bob, "finger", random.Random(1)).move()
    ada.get_by_role("button", name="Resign", exact=True).click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(bob.locator(".table")).to_have_attribute("data-turn", "over")
    for page, name, better in ((ada, "Emmy", False), (bob, "Noether", True)):
        page.goto(f"/u/{name}")
        figure = page.locator(".rating-figure")
        expect(figure).to_have_text(re.compile(r"^\d{4}\?$"))
        assert (int(figure.inner_text()[:-1]) > 1500) == better
        expect(page.locator(f'a[href="{table}/review"]')).to_be_visible()
        assert findings(page) == []
    ada.goto("/ranking/linear")
    expect(ada.locator(".ranking tbody tr")).to_have_count(8)
    assert findings(ada) == []


def test_a_bot_gets_a_token_is_invited_and_is_shut_out_again(opens: Any, server: Server) -> None:
    page = opens("/")
    sign_up(page, "Olga")
    page.get_by_role("button", name="Make a bot").click()
    page.locator("#bot-name").fill("OlgasBot")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator(".bots a")).to_have_text("OlgasBot")
    page.get_by_role("button", name="New token").click()
    page.locator("#token-name").fill("at home")
    page.get_by_role("button", name="Make it").click()
    token = page.locator("#made-token").input_value()
    assert findings(page) == []
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".tokens li")).to_contain_text("never used")
    bot = server.program(token)
    assert bot.get("/api/token")["name"] == "OlgasBot"
    page.goto(open_table(page, "pig", [{"kind": "me"}, {"kind": "friend"}]))
    page.locator("#invited-name").fill("olgasbot")
    page.locator(".by-name button").click()
    expect(page.locator(".toast")).to_contain_text("is invited")
    assert findings(page) == []
    (offer,) = bot.get("/api/agenda")["invitations"]
    bot.join(f"/join/{offer['key']}")
    expect(page.locator(".seat .name-text", has_text="OlgasBot (bot)")).to_be_visible()
    page.goto("/u/OlgasBot")
    expect(page.locator(".profile-head")).to_contain_text("A bot of Olga")
    page.goto("/account")
    expect(page.locator(".tokens li")).to_contain_text("used")
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator(".tokens")).to_have_count(0)
    assert bot.http.get("/api/token").status_code == 401
    assert findings(page) == []


def test_somebody_is_blocked_reported_and_paused(opens: Any, server: Server) -> None:
    rosa, hugo, marta = opens("/"), opens("/", phone=True), opens("/", color_scheme="dark")
    for page, name in ((rosa, "Rosa"), (hugo, "Hugo"), (marta, "Marta")):
        sign_up(page, name)
    moderators.appoint(server.place, "Marta", True)
    rosa.goto("/u/Hugo")
    rosa.get_by_role("button", name="Block", exact=True).click()
    expect(rosa.get_by_role("button", name="Unblock")).to_be_visible()
    rosa.get_by_role("button", name="Report").click()
    rosa.locator("#report-reason").select_option("words")
    rosa.locator("#report-text").fill("He said things.")
    assert findings(rosa) == []
    rosa.get_by_role("button", name="Send").click()
    expect(rosa.locator(".toast", has_text="The moderators will look at it")).to_be_visible()
    rosa.goto("/account")
    expect(rosa.locator("section", has_text="Blocked")).to_contain_text("Hugo")
    hugo.goto("/moderation")
    expect(hugo.locator("main")).to_contain_text("This is for moderators.")
    marta.goto("/account")
    marta.get_by_role("link", name="Moderation").click()
    expect(marta.locator(".moderation li").first).to_contain_text("He said things.")
    assert findings(marta) == []
    marta.get_by_role("button", name="Act").click()
    marta.locator("#deed-why").fill("Once is enough.")
    assert findings(marta) == []
    marta.get_by_role("button", name="Do it").click()
    expect(marta.locator(".log li")).to_contain_text("Once is enough.")
    marta.get_by_role("button", name="Close").click()
    marta.locator("#closing-why").fill("Paused for a week.")
    marta.get_by_role("button", name="Do it").click()
    expect(marta.locator(".moderation")).to_contain_text("Nothing waits.")
    expect(marta.locator(".log li")).to_have_count(2)


def test_all_that_moderators_did_can_be_read(opens: Any, server: Server) -> None:
    page = opens("/", phone=True)
    sign_up(page, "Martina")
    moderators.appoint(server.place, "Martina", True)
    much = [
        {"id": f"old{n}", "by": "Martina", "about": "Hugo", "what": "lift", "why": f"No. {n}"}
        for n in range(MOST_SHOWN + 7)
    ]
    with engine_of(server.place).begin() as connection:
        there = connection.execute(select(func.count()).select_from(DeedRow)).scalar_one()
        deeds = [{**one, "done": float(n)} for n, one in enumerate(much)]
        connection.execute(insert(DeedRow), deeds)
    page.goto("/moderation")
    log, more = page.locator(".log li"), page.get_by_role("button", name="Show more")
    expect(log).to_have_count(MOST_SHOWN)
    more.click()
    expect(log).to_have_count(len(much) + there)
    expect(log.last).to_contain_text("No. 0")
    expect(more).to_be_hidden()
