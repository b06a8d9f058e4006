# Every target sets up .venv by itself, once; only python3 (3.11 or newer) and make are needed.
PYTHON ?= python3
INSTALL = .venv/bin/uv pip install --quiet --compile-bytecode --python .venv/bin/python --constraint requirements.lock

.PHONY: serve test test-long check film bench bench-peers chromium databases lock clean

serve: .venv/ready
	@.venv/bin/sheepfold serve --open

test: .venv/ready-test chromium databases
	@.venv/bin/python -m tests

test-long: .venv/ready-test chromium databases
	@.venv/bin/pytest -m long
	@.venv/bin/python -m tests.mutation --share 5

check: .venv/ready-check
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check
	@.venv/bin/pyright

# What is seen when something happens, a picture every 150 ms: one sheet for each strip. Look at them.
film: .venv/ready-test chromium
	@.venv/bin/python -m tests.web.film film

bench: .venv/ready-test
	@for script in actions match strength calibration exploit dyke_boards server page; do .venv/bin/python benchmarks/$$script.py || exit 1; done

bench-peers: .venv/ready-test
	@.venv/bin/python benchmarks/peers.py

# The page is tested in a real browser. Where there is none, and Debian's packages can be installed, it is installed.
chromium:
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
		&& echo "Installing Chromium ..." && apt-get update -qq \
		&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
		|| echo "There is no Chromium here: the tests in the browser are left out."

# Several processes are tested on PostgreSQL and Redis, which tests start and stop themselves, never the system's own.
databases:
	@{ command -v redis-server && ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 \
		|| { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo "Installing PostgreSQL and Redis ..." \
		&& apt-get update -qq && mkdir -p /etc/postgresql-common \
		&& { [ -e /etc/postgresql-common/createcluster.conf ] \
			|| echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf; } \
		&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql redis-server >/dev/null; } \
		|| echo "There is no PostgreSQL or no Redis here: the tests of several processes are left out."

# After a change of dependencies: keeps the versions that still fit; delete requirements.lock first to move them all.
lock: .venv/bin/uv
	@.venv/bin/uv pip compile --quiet --all-extras --group dev --generate-hashes --no-header \
		--output-file requirements.lock pyproject.toml

clean:
	@rm -rf .venv dist .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	@find sheepfold tests benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sheepfold needs Python 3.11 or newer")'
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@.venv/bin/pip install -qq uv

.venv/ready: pyproject.toml requirements.lock | .venv/bin/uv
	@$(INSTALL) --editable '.[server]'
	@touch $@

.venv/ready-test: .venv/ready
	@$(INSTALL) --group test --group web --editable '.[server,rl,study,ray]'
	@touch $@

.venv/ready-check: .venv/ready-test
	@$(INSTALL) --group check
	@touch $@
