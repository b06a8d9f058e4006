# pyright: basic, reportMissingImports=false
# (runs in an environment of its own)
"""Pgx's side: Leduc poker in JAX on the CPU, whole steps (choose, step, begin anew) inside one jitted loop."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset
from timing import best, report

BATCH_SIZES = (64, 256, 1024, 4096, 16384)
STEPS = 400_000


def batch(n: int) -> float:
    """CPU seconds (of all its threads together) per game and step."""
    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = max(10, STEPS // n)

    def advance(state: Any, key: Any) -> Any:
        choosing, dealing = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choosing, logits, axis=1)
        return step(state, action, jax.random.split(dealing, n)), None

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(advance, state, jax.random.split(key, steps))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))

    def work() -> float:
        jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
        return n * steps

    return best(work)


if __name__ == "__main__":
    report({f"leduc batch {n}": batch(n) for n in BATCH_SIZES}, "pgx", "jax")
