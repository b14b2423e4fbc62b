"""Rematches and matches: who sits where next, the totals, the end."""

from servers import FRIEND, HERE, ME, Server, Tab


def finish_by_resigning(tab: Tab, seat: int) -> None:
    tab.send(type="resign", seat=seat)
    tab.ended()


def test_a_rematch_seats_by_the_rules_of_the_match(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    red = ada.sit(ada.table("linja", [ME, FRIEND]))
    black = bob.sit(bob.join(red.state["seats"][1]["link"]))
    assert ada.http.post(f"/api/tables/{red.table}/rematch").status_code == 409
    black.send(type="resign")
    red.ended()
    assert server.person().http.post(f"/api/tables/{red.table}/rematch").status_code == 403
    following = bob.http.post(f"/api/tables/{red.table}/rematch").json()["id"]
    assert ada.http.post(f"/api/tables/{red.table}/rematch").json()["id"] == following
    assert red.next_state(lambda state: state["next"])["next"] == following
    seats = ada.sit(following).state["seats"]
    assert [seat["label"] for seat in seats] == ["Bob", "Ada"], "the loser starts"


def test_a_match_of_linx_is_decided_by_two_wins(server: Server) -> None:
    person = server.person("Ada")
    table = person.table("linx", [ME, {**HERE, "name": "Grace"}], match=True)
    tab = person.sit(table)
    match = tab.state["match"]
    assert (match["number"], match["wins"], match["counts"], match["over"]) == (1, 2, "wins", False)
    assert match["says"] == "The first game of a match."
    finish_by_resigning(tab, 1)
    match = tab.state["match"]
    assert [(it["label"], it["total"], it["wins"]) for it in match["contenders"]] == [
        ("Ada", 1, 1),
        ("Grace", 0, 0),
    ]
    assert match["says"] == "Ada leads after game 1."
    second = person.sit(person.http.post(f"/api/tables/{table}/rematch").json()["id"])
    assert [seat["label"] for seat in second.state["seats"]] == ["Grace", "Ada"]
    assert second.state["match"]["number"] == 2
    finish_by_resigning(second, 0)
    match = second.state["match"]
    assert match["over"]
    assert match["says"] == "Ada wins the match."
    third = person.sit(person.http.post(f"/api/tables/{second.table}/rematch").json()["id"])
    assert third.state["match"]["number"] == 1, "a decided match is followed by a new one"
    assert [it["total"] for it in third.state["match"]["contenders"]] == [0, 0]


def test_points_are_added_up_in_linja(server: Server) -> None:
    person = server.person("Ada")
    tab = person.sit(person.table("linja", [ME, {**HERE, "name": "Grace"}], match=True))
    first = tab.play_out(seed=5)["scene"]["scores"]
    assert [it["total"] for it in tab.state["match"]["contenders"]] == first
    following = person.http.post(f"/api/tables/{tab.table}/rematch").json()["id"]
    other = person.sit(following)
    second = other.play_out(seed=6)["scene"]["scores"]
    order = [seat["label"] for seat in other.state["seats"]]
    expected = [
        first[0] + second[order.index("Ada")],
        first[1] + second[order.index("Grace")],
    ]
    assert [it["total"] for it in other.state["match"]["contenders"]] == expected
