#!/bin/sh
# Makes target/competition/cfp-VERSION.tar.xz: what a solver competition asks for. One binary that needs no libraries of
# the machine it runs on, a description, the licences, and a script for each track.
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name=cfp-$version
machine=$(uname -m)
out=$PWD/target/competition
folder=$out/$name

# glibc if it can be linked statically here, since its allocator is much faster than that of musl.
target=$machine-unknown-linux-gnu
if [ "$(cc -print-file-name=libc.a)" = libc.a ]; then
    target=$machine-unknown-linux-musl
    if ! command -v musl-gcc >/dev/null 2>&1 || [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
        echo "competition: a static C library is missing; install one (Debian: libc6-dev), or musl-tools and" >&2
        echo "             rustup target add $target" >&2
        exit 1
    fi
fi
echo "competition: building for $target" >&2
RUSTFLAGS='-C target-feature=+crt-static -C relocation-model=static' CARGO_PROFILE_RELEASE_STRIP=symbols \
    "${CARGO:-cargo}" build --release -p cfp-smtlib -p cfp-check --bin cfp-solve --bin cfp-check \
    --target "$target" --target-dir "$out/build"

rm -rf "$folder"
mkdir -p "$folder/bin"
cp "$out/build/$target/release/cfp-solve" "$out/build/$target/release/cfp-check" "$folder/bin/"
cp LICENSE-MIT LICENSE-APACHE "$folder/"

# A static binary has no dynamic section, which is what ldd complains about.
if ldd "$folder/bin/cfp-solve" 2>/dev/null | grep -q '=>'; then
    echo "competition: the binary needs libraries of this machine:" >&2
    ldd "$folder/bin/cfp-solve" >&2
    exit 1
fi

# The scripts find the binary beside them: what is in single quotes is theirs.
# shellcheck disable=SC2016
track() {
    printf '#!/bin/sh\n# %s\nexec "$(dirname "$0")/cfp-solve" %s\n' "$2" "$3" >"$folder/bin/$1"
    chmod +x "$folder/bin/$1"
}
track single-query 'Single query track: one script with one check-sat, as a file.' '"$1"'
track model-validation 'Model validation track: one script that asks for a model, as a file.' '"$1"'
track unsat-core 'Unsat core track: one script with named assertions that asks for a core, as a file.' '"$1"'
track incremental 'Incremental track: commands on standard input, each answered before the next is read.' '-'

track proof 'Proof track: one script with :produce-proofs and get-proof, as a file.' '"$1"'
# The checker reads the script and what the solver printed for it.
printf '#!/bin/sh\n# %s\nexec "$(dirname "$0")/cfp-check" "$1" "$2"\n' \
    'Proof track, the checker: valid, holey or invalid in the first line.' >"$folder/bin/proof-check"
chmod +x "$folder/bin/proof-check"

cat >"$folder/DESCRIPTION.md" <<END
# cfp $version

An exact SMT solver in Rust. Its search is DPLL(T) over a CDCL core; linear integer arithmetic is decided by a simplex in
exact rational arithmetic and a ladder of integer techniques, at its heart *Cuts from Proofs* (Dillig, Dillig, Aiken,
CAV 2009). Models are evaluated on the assertions as they were written before they are given.

| track | command |
|---|---|
| single query | bin/single-query FILE |
| incremental | bin/incremental (standard input) |
| unsat core | bin/unsat-core FILE |
| model validation | bin/model-validation FILE |
| proofs | bin/proof FILE >PROOF; bin/proof-check FILE PROOF |

Built for $target, statically linked, without random seeds: the same input runs the same way. SIGTERM ends a check with
\`unknown\`. Big numbers come from GMP (LGPL); sources of everything are those of the version named above.
END

# Tried as the competition would, before it is packed.
answer=$(printf '(set-logic QF_LIA)(declare-fun x () Int)(assert (< 3 x 5))(check-sat)(get-value (x))' | "$folder/bin/incremental")
if [ "$answer" != "sat
((x 4))" ]; then
    echo "competition: the binary does not answer as it should: $answer" >&2
    exit 1
fi
printf '(set-option :produce-proofs true)(declare-fun x () Int)(assert (< x 3 x))(check-sat)(get-proof)' >"$out/try.smt2"
"$folder/bin/proof" "$out/try.smt2" >"$out/try.proof"
if [ "$("$folder/bin/proof-check" "$out/try.smt2" "$out/try.proof")" != valid ]; then
    echo "competition: the checker does not accept a proof of the solver" >&2
    exit 1
fi
# Owners and times of this machine are nobody's business, and the same content makes the same archive.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='2000-01-01 00:00Z' -C "$out" -cJf "$out/$name.tar.xz" "$name"
echo "$out/$name.tar.xz"
