"""What tests need of PostgreSQL and Redis."""

from __future__ import annotations

import pytest

from sheepfold.testing.services import Postgres, Redis, has_postgres, has_redis

KEY = "one for all servers on the same database"
needs_postgres = pytest.mark.skipif(not has_postgres(), reason="there is no PostgreSQL here")
needs_redis = pytest.mark.skipif(not has_redis(), reason="there is no Redis here")

__all__ = ["KEY", "Postgres", "Redis", "needs_postgres", "needs_redis"]
