# Every target sets up .venv by itself, once; only python3 (3.11 or newer) and make are needed.
PYTHON ?= python3
INSTALL = .venv/bin/uv pip install --quiet --compile-bytecode --python .venv/bin/python --constraint requirements.lock

.PHONY: serve test test-long check bench lock clean

serve: .venv/ready
	@.venv/bin/sheepfold play nines

test: .venv/ready
	@.venv/bin/pytest

test-long: .venv/ready
	@.venv/bin/pytest -m long
	@.venv/bin/python -m tests.mutation --share 5

check: .venv/ready-check
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check
	@.venv/bin/pyright

bench: .venv/ready
	@for script in benchmarks/*.py; do .venv/bin/python "$$script" || exit 1; done

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
	@$(INSTALL) --group test --editable .
	@touch $@

.venv/ready-check: .venv/ready
	@$(INSTALL) --group check
	@touch $@
