#!/bin/sh
# Sees to it that everything the build needs is here: Rust, a C compiler, make, and m4 (for GMP, which the crate
# gmp-mpfr-sys builds from source). Installs what is missing where apt-get can be run without a password; elsewhere it
# says what to install and how. libclang, which cfp-heap loads when it runs, is installed where that is possible; nothing
# fails without it.
set -eu

has() { command -v "$1" >/dev/null 2>&1; }

# The tools that are missing, apart from Rust, which is better not taken from a distribution.
missing_tools() {
    has cc || printf ' gcc'
    has make || printf ' make'
    has m4 || printf ' m4'
}

# True if commands can be run as root without asking for a password.
can_be_root() {
    [ "$(id -u)" -eq 0 ] || { has sudo && sudo -n true 2>/dev/null; }
}

apt() {
    if [ "$(id -u)" -eq 0 ]; then root=; else root="sudo -n"; fi
    # Word splitting is wanted, here and below: these are lists.
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" >/dev/null
}

tools=$(missing_tools)
if [ -n "$tools" ] && has apt-get && can_be_root; then
    echo "setup: installing with apt-get:$tools" >&2
    # On a fresh machine the package lists may be missing or old. A failure is reported below, where the tools are
    # still missing.
    # shellcheck disable=SC2086
    apt install -y $tools || { apt update && apt install -y $tools; } || true
    tools=$(missing_tools)
fi

if [ -n "$tools" ]; then
    cat >&2 <<END
setup: the build needs these programs, and they are missing:$tools
Install them with
  Debian, Ubuntu:  sudo apt-get install$tools
  Fedora:          sudo dnf install$tools
  Arch:            sudo pacman -S$tools
  macOS:           xcode-select --install; brew install m4
and run the command again.
END
    exit 1
fi

if ! has cargo; then
    echo "setup: cargo is missing; install Rust from https://rustup.rs, open a new shell, and try again." >&2
    exit 1
fi

# Version 17 or newer of libclang, with the headers that belong to it.
has_libclang() {
    ldconfig -p 2>/dev/null | grep -Eq 'libclang(-[0-9.]+)?\.so\.(1[7-9]|[2-9][0-9])'
}

if ! has_libclang && has apt-get && can_be_root; then
    for version in 19 20 18 17; do
        if apt-cache show "libclang1-$version" >/dev/null 2>&1; then
            echo "setup: installing with apt-get: libclang1-$version libclang-common-$version-dev" >&2
            apt install -y "libclang1-$version" "libclang-common-$version-dev" || true
            break
        fi
    done
fi
has_libclang || echo "setup: libclang (17 or newer) is not here; cfp-heap will say how to install it" >&2
