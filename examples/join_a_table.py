"""A program of one's own at a sheepfold table: it sits down by an invitation and plays at random to the end.

Needs only `pip install websockets`. Run it with the link from the table's page, in quotes because of the #:
    python join_a_table.py 'http://localhost:8470/t/…#…' Robin
"""

import asyncio
import json
import random
import sys
import urllib.request
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(view, legal):  # noqa: ARG001 (a better bot looks at the view)
    """The bot: `view` is all that our seat may see, as numbers; `legal` the actions it may choose from."""
    return random.choice(legal)


def sit_down(api, token, name):
    """Take the first free chair; its number, and the token that is ours from now on."""
    bearer = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{api}?want=", headers=bearer)) as answer:
        chairs = json.load(answer)["table"]["chairs"]
    free = next(chair["seat"] for chair in chairs if chair["kind"] == "open")
    wish = json.dumps({"chair": free, "name": name, "bot": True}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{api}/sit", wish, bearer)) as answer:
        return free, json.load(answer)["token"]


async def play(api, seat, token):
    """Answer whenever our seat is asked, until the game is over."""
    live = api.replace("http", "ws", 1) + "/live?want=legal,view"
    async for socket in connect(live, additional_headers={"authorization": f"Bearer {token}"}):
        try:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "table":  # the chairs may be turned when the game begins
                    seat = next(chair["seat"] for chair in message["chairs"] if chair["here"])
                if message["type"] == "state" and (ending := message["ending"]):
                    print(f"{ending['words']} We came in on place {ending['places'][seat]}.")
                    return
                if message["type"] == "state" and message["legal"]:
                    action, decision = choose(message["view"], message["legal"]), message["decision"]
                    command = {"type": "play", "id": f"{seat}-{decision}", "seat": seat, "action": action}
                    await socket.send(json.dumps({**command, "decision": decision}))
                if message["type"] == "bye" and not message["again"]:
                    raise SystemExit(message["reason"])
        except ConnectionClosed:  # the server starts anew, or the network failed: connect again
            continue


if __name__ == "__main__":
    link = urlsplit(sys.argv[1])
    api = f"{link.scheme}://{link.netloc}/api/tables/{link.path.rpartition('/')[2]}"
    seat, token = sit_down(api, link.fragment, sys.argv[2])
    asyncio.run(play(api, seat, token))
