# `make demo` shows a whole evening, `make check` is the whole truth; both work alone on a fresh clone.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo check torture bench fmt golden messages picture schema clean

.venv/demo: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch .venv/demo $@

demo: .venv/demo
	@sh samples/demo.sh $(BIN)/pulya

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --numprocesses auto --cov --cov-report term-missing:skip-covered

# Many kills, other random games and damaged files each time, every change of the scoring that no test sees; an hour or
# two. What this machine cannot try is skipped, with the reason and the count at the end.
torture: .venv/dev
	PULYA_TORTURE=1 $(BIN)/python -m pytest -rs tests/test_processes.py tests/test_crashes.py tests/test_limits.py
	PULYA_GAMES=1000 $(BIN)/python -m pytest -rs tests/test_history.py tests/test_bad.py tests/test_laws.py tests/test_oracle.py
	PULYA_CACHE= $(BIN)/python tests/torture/fuzz.py 20000 $(shell date +%s)
	$(BIN)/python tests/torture/mutants.py 200 $(shell date +%s)

# How long commands take, how fast deals are scored, how often the audit is right; a few minutes.
bench: .venv/dev
	$(BIN)/python tests/benchmarks/bench.py
	$(BIN)/python tests/benchmarks/peers.py
	$(BIN)/python tests/benchmarks/audit_bench.py

fmt: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: .venv/dev
	$(BIN)/python -m pytest -q tests/test_golden.py --update-golden
	git diff --stat tests/golden

# Compile the Russian messages after editing pulya.po.
messages: .venv/dev
	$(BIN)/pybabel compile --domain pulya --directory pulya/locale

# Draw the picture of the README anew.
picture: .venv/demo
	$(BIN)/pulya --lang en sheet samples/leningrad-four/evening.pulya -o samples/leningrad-four/sheet.svg

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage dist

# Write the JSON Schema of convention files after changing what a convention can say.
schema: .venv/dev
	$(BIN)/python -c "import json; from pulya.view.json_schema import convention_schema; print(json.dumps(convention_schema(), indent=2))" > conventions/schema.json
