#!/bin/sh
# Installs programs that use SMT solvers, for the tests that run cfp-solve under them: Why3 from Debian, and pySMT from
# Python's package index, in an environment of its own in target/clients. Where that is not possible it says so and those
# tests are skipped.
set -eu
cd "$(dirname "$0")/.."
clients=$PWD/target/clients

# Why3's drivers write the scripts; no other package of it is needed.
if ! command -v why3 >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" -eq 0 ]; then root=; else root="sudo -n"; fi
    # Word splitting is wanted.
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 install -y \
        --no-install-recommends why3 >/dev/null 2>&1 || true
fi
command -v why3 >/dev/null 2>&1 || echo "clients: why3 cannot be installed; tests with it will be skipped" >&2

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
