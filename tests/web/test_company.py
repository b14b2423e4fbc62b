"""Between players: ready phrases, draws offered now and then, a rematch that everybody sees."""

from servers import FRIEND, HERE, ME, QUICK, Server, Tab


def two_people(server: Server, game: str = "linja") -> tuple[Tab, Tab]:
    ada, bob = server.person("Ada"), server.person("Bob")
    mine = ada.sit(ada.table(game, [ME, FRIEND]))
    return mine, bob.sit(bob.join(mine.state["seats"][1]["link"]))


def test_a_phrase_is_heard_by_the_players(server: Server) -> None:
    ada, bob = two_people(server)
    watcher = server.person().sit(ada.table)
    assert ada.next_state(lambda state: state["can"]["say"])
    ada.send(type="say", phrase="hello")
    for tab in (ada, bob):
        state = tab.next_state(lambda state: state["said"] is not None)
        assert state["said"] == {"number": 1, "seat": 0, "phrase": "hello"}
        assert state["version"] == 0, "the position is as it was"
    bob.send(type="say", phrase="thanks")
    heard = ada.next_state(lambda state: state["said"]["number"] == 2)
    assert (heard["said"]["seat"], heard["said"]["phrase"]) == (1, "thanks")
    watcher.send(type="say", phrase="hello")
    assert watcher.refused() == "You are watching; the players speak with each other."
    assert all('"said":null' in text for text in watcher.traffic if '"type":"state"' in text)


def test_there_are_ready_phrases_and_no_others(server: Server) -> None:
    ada, _ = two_people(server)
    for phrase in ("You fool", "", 3, None, "hello "):
        ada.send(type="say", phrase=phrase)
        assert ada.refused() == "This message cannot be read."
    alone = server.person().sit(server.person().table("linja", [ME, QUICK]))
    alone.close()
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    assert not tab.state["can"]["say"]
    tab.send(type="say", phrase="hello")
    assert tab.refused() == "There is nobody else here to hear it."


def test_who_says_much_waits(server: Server) -> None:
    ada, bob = two_people(server)
    for _ in range(40):
        ada.send(type="say", phrase="oops")
    refused = ada.until(lambda message: message["type"] == "refused")
    assert "a great many words" in refused["error"]
    assert refused["retry"] > 0
    bob.next_state(lambda state: state["said"] is not None)


def test_what_was_said_and_asked_survives_a_restart_of_the_tab(server: Server) -> None:
    ada, bob = two_people(server)
    ada.send(type="say", phrase="luck")
    bob.next_state(lambda state: state["said"] is not None)
    assert bob.reconnect()["said"]["phrase"] == "luck"


def test_a_draw_is_offered_once_in_a_few_turns(server: Server) -> None:
    ada, bob = two_people(server, "linear")
    ada.settled()
    players = {True: ada, False: bob}

    def turn() -> None:
        """Whoever is to move moves."""
        first = ada.state["turn"]["kind"] == "you"
        now, other = players[first], players[not first]
        now.settled()
        now.play(now.legal[0])
        version = now.state["version"]
        other.next_state(lambda state: state["version"] >= version)

    if ada.state["turn"]["kind"] != "you":
        bob.settled()
    turn()
    ada.ask(type="draw")
    bob.next_state(lambda state: bool(state["offers"]))
    bob.ask(type="answer", offer="draw", yes=False)
    # What was said before the offer may still be on its way, and has none either.
    ada.next_state(lambda state: not state["offers"] and not state["can"]["draw"])
    assert ada.state["can"]["drawWait"] == 4
    waits = []
    for _ in range(8):
        ada.ask(type="draw")
        assert "You offered a draw already" in ada.refused()
        turn()
        waits.append(ada.state["can"]["drawWait"])
        if ada.over or not waits[-1]:
            break
    assert waits == sorted(waits, reverse=True)
    assert waits[-1] == 0
    assert ada.state["can"]["draw"]
    assert bob.state["can"]["draw"], "the other may offer one, too"


def test_both_see_who_would_like_another_game(server: Server) -> None:
    ada, bob = two_people(server)
    ada.send(type="resign")
    ada.ended(), bob.ended()
    following = ada.person.http.post(f"/api/tables/{ada.table}/rematch").json()["id"]
    state = bob.next_state(lambda state: state["next"])
    assert state["next"] == following
    assert state["said"] == {"number": 1, "seat": 0, "phrase": "again"}
    again = bob.person.http.post(f"/api/tables/{bob.table}/rematch").json()["id"]
    assert again == following
