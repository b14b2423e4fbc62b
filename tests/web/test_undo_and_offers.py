"""Taking back, offering a draw, resigning: at once, by asking, or not at all."""

from servers import FRIEND, HERE, ME, QUICK, Person, Server, Tab


def two_people(server: Server, game: str, **options: object) -> tuple[Tab, Tab]:
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table(game, [ME, FRIEND], options))
    other = bob.sit(bob.join(tab.state["seats"][1]["link"]))
    tab.next_state(lambda state: state["seats"][1]["label"] == "Bob")
    return tab, other


# -- undo ----------------------------------------------------------------------------------------


def test_against_a_computer_undo_goes_back_to_ones_own_decision(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linage", [ME, QUICK], {"size": 7, "komi": 1.5}))
    assert not tab.state["can"]["undo"]
    before = tab.state["scene"]["text"]
    tab.play("d4")
    tab.settled()
    assert len(tab.moves) == 2
    assert tab.state["can"]["undo"]
    version = tab.state["version"]
    tab.ask(type="undo")
    state = tab.next_state()
    assert state["history"] == []
    assert state["version"] > version
    assert state["scene"]["text"] == before
    assert state["turn"]["kind"] == "you"
    assert person.http.get(f"/api/tables/{tab.table}/record").text.endswith("unfinished\n\n")


def test_undo_calls_off_a_thinking_computer(server: Server) -> None:
    person = server.person()
    merciless = {"kind": "computer", "level": 8}
    tab = person.sit(person.table("linage", [ME, merciless], {"size": 7, "komi": 1.5}))
    tab.play("d4")
    assert tab.state["turn"]["thinking"]
    tab.ask(type="undo")
    state = tab.next_state(lambda state: not state["history"])
    assert not state["turn"]["thinking"]
    tab.play("c3")
    tab.settled()
    assert tab.moves[0] == "c3"
    assert len(tab.moves) == 2


def test_on_one_screen_undo_is_one_decision_of_anybody(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play("3-4")
    tab.play("1-3")
    tab.ask(type="undo")
    assert [entry["move"] for entry in tab.next_state()["history"]] == ["3-4"]
    tab.ask(type="undo")
    assert tab.next_state()["history"] == []
    tab.ask(type="undo")
    assert tab.refused() == "There is nothing to take back."


def test_never_across_a_die(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linos", [ME, HERE]))
    tab.play("roll")
    assert not tab.state["can"]["undo"]
    tab.ask(type="undo")
    assert tab.refused() == "Chance has spoken; it cannot be taken back."
    tab.play(tab.legal[0])
    assert tab.state["can"]["undo"], "the next die has not been rolled yet"
    tab.ask(type="undo")
    assert len(tab.next_state()["history"]) == 1


def test_never_across_a_shown_tile(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linx", [ME, QUICK]))
    tab.settled()
    tab.play(tab.legal[0])
    assert not tab.state["can"]["undo"]
    tab.ask(type="undo")
    assert "nothing can be taken back here" in tab.refused()


# -- asking --------------------------------------------------------------------------------------


def test_between_people_a_takeback_is_asked_for(server: Server) -> None:
    ada, bob = two_people(server, "linage", size=7, komi=1.5)
    ada.play("d4")
    assert ada.state["can"]["takeback"]
    assert not ada.state["can"]["undo"]
    ada.ask(type="undo")
    asked = bob.next_state(lambda state: bool(state["offers"]))
    assert asked["offers"] == [{"kind": "takeback", "by": 0, "answer": True}]
    assert len(asked["history"]) == 1, "asking changes nothing"
    bob.ask(type="answer", offer="takeback", yes=True)
    back = ada.next_state(lambda state: not state["history"])
    assert back["offers"] == []
    assert back["turn"]["kind"] == "you"


def test_a_refused_takeback_leaves_everything(server: Server) -> None:
    ada, bob = two_people(server, "linage", size=7, komi=1.5)
    ada.play("d4")
    ada.ask(type="undo")
    bob.next_state(lambda state: bool(state["offers"]))
    bob.ask(type="answer", offer="takeback", yes=False)
    state = ada.next_state(lambda state: bool(state["note"]))
    assert state["offers"] == []
    assert [entry["move"] for entry in state["history"]] == ["d4"]


def test_an_offer_lapses_with_the_next_move(server: Server) -> None:
    ada, bob = two_people(server, "linage", size=7, komi=1.5)
    ada.play("d4")
    ada.ask(type="undo")
    bob.next_state(lambda state: bool(state["offers"]))
    bob.play("c3")
    assert bob.state["offers"] == []
    bob.ask(type="answer", offer="takeback", yes=True)
    assert bob.refused() == "Nothing is being asked any more."


def test_nobody_answers_for_the_others(server: Server) -> None:
    ada, bob = two_people(server, "linja")
    watcher = server.person().sit(ada.table)
    ada.play("3-4")
    ada.ask(type="draw")
    ada.next_state(lambda state: bool(state["offers"]))
    assert not ada.state["offers"][0]["answer"]
    ada.ask(type="answer", offer="draw", yes=True)
    assert ada.refused() == "The answer is for the others to give."
    watcher.ask(type="answer", offer="draw", yes=True)
    assert watcher.refused() == "You are watching; only players answer."
    bob.next_state(lambda state: bool(state["offers"]))
    bob.ask(type="draw")
    assert "being asked already" in bob.refused()
    ada.ask(type="answer", offer="draw", yes=False)  # withdrawn
    ada.next_state(lambda state: not state["offers"])


# -- draws ---------------------------------------------------------------------------------------


def test_two_people_agree_on_a_draw(server: Server) -> None:
    ada, bob = two_people(server, "linja")
    assert not ada.state["can"]["draw"], "not before the first move"
    ada.play("3-4")
    ada.ask(type="draw")
    bob.next_state(lambda state: bool(state["offers"]))
    bob.ask(type="answer", offer="draw", yes=True)
    for tab in (ada, bob):
        end = tab.ended()
        assert end["scene"]["result"]["how"] == "agreed"
        assert end["scene"]["result"]["winners"] == []
        assert end["scene"]["status"] == "A draw by agreement."
        assert end["scene"]["moves"] == []


def test_a_game_without_draws_offers_none(server: Server) -> None:
    person = server.person()
    for game, options in (("linx", {}), ("linage", {"komi": 0.5})):
        tab = person.sit(person.table(game, [ME, HERE], options))
        if game == "linage":
            tab.play("d4")
        assert not tab.state["can"]["draw"]
        tab.ask(type="draw")
        assert tab.refused() == "A draw cannot be agreed now."


def test_a_computer_that_is_far_ahead_plays_on(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, QUICK]))
    # Stand still as far as the rules allow while the computer runs.
    for _ in range(14):
        tab.settled()
        tab.play("pass" if "pass" in tab.legal else tab.legal[0])
    tab.settled()
    tab.ask(type="draw")
    tab.next_state(lambda state: bool(state["offers"]))
    answer = tab.next_state(lambda state: not state["offers"])
    assert tab.over == (answer["scene"]["result"] is not None)
    if not tab.over:
        assert answer["note"] == "No, thanks: the computer plays on."


# -- resigning -----------------------------------------------------------------------------------


def test_who_resigns_loses(server: Server) -> None:
    ada, bob = two_people(server, "linja")
    ada.play("3-4")
    bob.send(type="resign")
    end = ada.ended()
    assert end["scene"]["result"]["winners"] == [0]
    assert end["scene"]["status"] == "[0:Red] won: [1:Black] resigned."
    bob.ended()
    for tab in (ada, bob):
        tab.send(type="resign")
        assert tab.refused() == "The game is over."


def test_with_more_seats_a_computer_takes_over(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table("linos", [ME, FRIEND, QUICK], {"players": 3}))
    other = bob.sit(bob.join(tab.state["seats"][1]["link"]))
    other.send(type="resign")
    state = tab.next_state(lambda state: state["seats"][1]["kind"] == "computer")
    assert state["seats"][1]["label"] == "Computer for Bob"
    assert not tab.over
    other.next_state(lambda state: state["viewer"]["watching"])
    tab.play_out()
    assert tab.over


def test_alone_with_computers_resigning_ends_the_game(server: Server) -> None:
    person: Person = server.person()
    tab = person.sit(person.table("linx", [ME, QUICK, QUICK], {"players": 3}))
    tab.send(type="resign", seat=0)
    end = tab.ended()
    assert end["scene"]["result"]["winners"] == [1, 2]
