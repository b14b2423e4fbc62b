"""Friends by link, watchers, names, presence, several tabs."""

from servers import FRIEND, ME, QUICK, Server


def test_whoever_accepts_an_invitation_first_sits_down(server: Server) -> None:
    ada, bob, eve = server.person("Ada"), server.person("Bob"), server.person("Eve")
    table = ada.table("linja", [ME, FRIEND])
    host = ada.sit(table)
    seats = host.state["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open"]
    link = seats[1]["link"]
    assert link.startswith("/join/")
    assert ada.join(link) == table, "whoever sits there already just goes to the table"
    assert bob.join(link) == table
    state = host.next_state(lambda state: state["seats"][1]["kind"] == "person")
    assert state["seats"][1]["label"] == "Bob"
    assert state["seats"][1]["link"] is None
    assert eve.join(link) == table
    watcher = eve.sit(table)
    assert watcher.state["viewer"] == {
        "name": "Eve",
        "seats": [],
        "shown": None,
        "watching": True,
        "covered": None,
        "host": False,
    }
    assert watcher.state["scene"]["moves"] == []
    assert not any(watcher.state["can"].values())
    assert bob.sit(table).state["viewer"]["seats"] == [1]


def test_links_are_shown_to_the_host_alone(server: Server) -> None:
    ada = server.person()
    table = ada.table("linja", [ME, FRIEND])
    key = ada.sit(table).state["seats"][1]["link"]
    watcher = server.person().sit(table)
    assert watcher.state["seats"][1]["link"] is None
    assert all(key not in text for text in watcher.traffic)


def test_play_may_begin_before_everybody_is_there(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table("linage", [ME, FRIEND], {"size": 5, "komi": 1.5}))
    tab.play("c3")
    assert tab.state["turn"] == {"seat": 1, "kind": "open", "thinking": False, "preparing": False}
    other = bob.sit(bob.join(tab.state["seats"][1]["link"]))
    assert other.state["turn"]["kind"] == "you"
    other.play(other.legal[0])
    assert len(tab.next_state(lambda state: len(state["history"]) == 2)["history"]) == 2


def test_everybody_sees_each_move_and_only_the_mover_may_move(server: Server) -> None:
    ada, bob, eve = server.person("Ada"), server.person("Bob"), server.person()
    red = ada.sit(ada.table("linja", [ME, FRIEND]))
    black = bob.sit(bob.join(red.state["seats"][1]["link"]))
    watcher = eve.sit(red.table)
    black.send(type="move", version=black.state["version"], move="8-7")
    assert black.refused() == "It is not your turn."
    watcher.send(type="move", version=watcher.state["version"], move="3-4")
    assert watcher.refused() == "You are watching; the seats are taken by others."
    red.play("3-4")
    for tab in (black, watcher):
        state = tab.next_state(lambda state: bool(state["history"]))
        assert state["history"][0]["move"] == "3-4"
        assert state["scene"]["moves"] == []
        assert state["scene"]["last"]["says"] == [state["history"][0]["says"]]


def test_presence_is_told(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table("linja", [ME, FRIEND]))
    other = bob.sit(bob.join(tab.state["seats"][1]["link"]))
    here = tab.until(lambda m: m["type"] == "presence" and m["present"] == [True, True])
    assert here["watchers"] == 0
    other.close()
    tab.until(lambda m: m["type"] == "presence" and m["present"] == [True, False])
    server.person().sit(tab.table)
    assert tab.until(lambda m: m["type"] == "presence")["watchers"] == 1


def test_two_tabs_of_one_visitor_are_one_player(server: Server) -> None:
    ada = server.person("Ada")
    table = ada.table("linage", [ME, QUICK], {"size": 5, "komi": 1.5})
    one, two = ada.sit(table), ada.sit(table)
    one.play("c3")
    two.next_state(lambda state: two.can_act and len(two.moves) == 2)
    stale = one.state["version"]
    two.play(two.legal[0])
    one.send(type="move", version=stale, move="a1")
    assert "changed meanwhile" in one.refused()
    one.close()
    two.settled()
    assert two.can_act or two.over


def test_a_new_name_is_seen_at_the_table(server: Server) -> None:
    ada = server.person("Ada")
    table = ada.table("linja")
    watcher = server.person().sit(table)
    answer = ada.http.put("/api/you", json={"name": "  Ada\nLovelace  "})
    assert answer.json()["name"] == "Ada Lovelace"
    state = watcher.next_state()
    assert state["seats"][0]["label"] == "Ada Lovelace"
    assert ada.get("/api/home")["you"]["name"] == "Ada Lovelace"


def test_who_comes_back_is_shown_what_happened(server: Server) -> None:
    ada = server.person()
    table = ada.table("linage", [ME, QUICK], {"size": 7, "komi": 1.5})
    tab = ada.sit(table)
    seen = len(tab.moves)
    tab.play("d4")
    tab.settled()
    back = ada.sit(table, seen=seen).state
    assert [scene["ply"] for scene in back["steps"]] == [1]
    assert back["scene"]["ply"] == 2
    for nothing in ({}, {"seen": 2}, {"seen": 3}, {"seen": -1}):
        assert ada.sit(table, **nothing).state["steps"] == []


def test_home_lists_ones_tables(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("linja", [ME, FRIEND])
    link = ada.sit(table).state["seats"][1]["link"]
    (card,) = ada.get("/api/home")["open"]
    assert (card["id"], card["status"], card["yours"]) == (table, "Your move.", True)
    assert card["seats"] == ["Ada", "Free seat"]
    assert card["drawing"].startswith("<svg")
    assert bob.get("/api/home")["open"] == []
    bob.join(link)
    (card,) = bob.get("/api/home")["open"]
    assert card["status"] == "Waiting for Ada."
    tab = bob.sit(table)
    tab.send(type="resign")
    tab.ended()
    home = bob.get("/api/home")
    assert home["open"] == []
    assert [card["status"] for card in home["recent"]] == ["Red won: Black resigned."]
