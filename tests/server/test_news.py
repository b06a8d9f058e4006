"""News between processes: however much there is to say at once, it is few messages, and each thing is heard once."""

from __future__ import annotations

import asyncio

import redis.asyncio

from sheepfold.server.keeping.news import AROUND, MOST_LINES, News
from tests.server.services import Redis, needs_redis
from tests.server.support import in_loop


@needs_redis
@in_loop
async def test_much_news_is_few_messages_and_each_thing_is_heard_once(redis: Redis) -> None:
    heard: list[tuple[str, int, str]] = []

    async def hear(table: str, length: int, sign: str) -> None:
        heard.append((table, length, sign))

    one, other, counted = News(redis.url, "here"), News(redis.url, "here"), 0
    listening = asyncio.create_task(one.listen_on(hear, lambda: None))
    speaking = asyncio.create_task(other.listen_on(hear_nothing, lambda: None))
    async with redis_client(redis).pubsub() as beside:
        await beside.subscribe("here")
        while one.is_away or other.is_away:
            await asyncio.sleep(0.01)
        other.say("a", 'me {"type":"react","words":"two\\nlines"}')
        for number in range(2 * MOST_LINES):
            other.call_out(f"table{number}", 1)
            other.call_out(f"table{number}", 2)  # the last length counts
        other.call_out("table0", AROUND)
        await other.say_the_rest()
        expected = 2 * MOST_LINES + 2
        while len(heard) < expected:
            await asyncio.sleep(0.01)
        while counted < 3:
            message = await beside.get_message(timeout=0.2)
            counted += message is not None and message["type"] == "message"
        assert await beside.get_message(timeout=0.2) is None
    assert len(set(heard)) == len(heard) == expected
    assert {("table0", 2, ""), ("table0", AROUND, ""), (f"table{2 * MOST_LINES - 1}", 2, "")} <= set(heard)
    assert ("a", AROUND, 'me {"type":"react","words":"two\\nlines"}') in heard
    for task in (listening, speaking):
        task.cancel()
    await asyncio.gather(listening, speaking, return_exceptions=True)
    await one.close()
    await other.close()


async def hear_nothing(_table: str, _length: int, _sign: str) -> None:
    pass


def redis_client(server: Redis) -> redis.asyncio.Redis:
    return redis.asyncio.Redis.from_url(server.url)
