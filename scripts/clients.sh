#!/bin/sh
# Puts programs that use SMT solvers into target/clients, for the tests that run cfp-solve under them: pySMT, from
# Python's package index, in an environment of its own. Where that is not possible it says so and those tests are skipped.
set -eu
cd "$(dirname "$0")/.."
clients=$PWD/target/clients

skip() {
    echo "clients: $1; tests with pySMT will be skipped" >&2
    exit 0
}

command -v python3 >/dev/null 2>&1 || skip "python3 is missing"
if [ ! -x "$clients/bin/python" ] && ! python3 -m venv "$clients" >/dev/null 2>&1; then
    rm -rf "$clients"
    skip "python3 cannot make a virtual environment (Debian: sudo apt-get install python3-venv)"
fi
"$clients/bin/python" -c 'import pysmt' 2>/dev/null ||
    "$clients/bin/python" -m pip install -q --disable-pip-version-check 'pysmt>=0.9.6' >&2 ||
    skip "pysmt cannot be installed"
