# `make demo` shows a whole evening, `make check` is the whole truth; both work alone on a fresh clone.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo check bench fmt golden messages picture schema clean

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
	$(BIN)/python -m pytest --cov --cov-report term-missing:skip-covered

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
