//! Statements of random C++ programs that show one feature each.

/// Statements with what they add to the objects that are alive after them. `$1`, `$2` and `$3` stand for new
/// names, `$o` for an object of class `A`, `$v` for a value of it, `$n` for an integer, `$k` for a constant,
/// `$s` for statements.
pub(crate) const FEATURES: [(&str, &str); 68] = [
    ("static int $1 = n; n = ($1++ + n) % 127;", ""),
    ("Two $1 = {A($k), $o};", "$1.x"),
    ("Two $1{A($k), A(2)}; auto [$2, $3] = $1; n = ($2.add(3).v + $3.v + n) % 127;", "$1.x"),
    ("Two $1{$o, A(2)}; auto &[$2, $3] = $1; $2.add(3); n = ($1.x.v + $3.v) % 127;", "$1.y"),
    ("Two $1{A($k), A(1)}, $2 = $1; $1 = $2; n = (n + $1.x.v) % 101;", "$2.y"),
    ("Two $1{A($k), A(1)}, $2(static_cast<Two &&>($1)); n = (n + $1.x.v) % 101;", "$2.y"),
    ("Bare $1{$k, A($k)}; { $s } n = (n + $1.r.v) % 97;", ""),
    ("Grid $1; $1.cells[1][n & 1] = $o; Grid $2 = $1; n = (n + $2.cells[1][0].v) % 97;", "$2.cells[0][1]"),
    ("Nested $1; Nested $2($k); n = (n + $1.one.v + $2.pair.y.v) % 97;", "$1.one"),
    ("Nested::Inner $1($k), $2; n = (n + peek($1)) % 97;", "$2.deep"),
    ("Heir $1($k); Heir $2; n = (n + $1.extra.v + $2.get()) % 97;", "$1.extra"),
    (
        "Number $1{$k}; n = (n + $1++) % 97; n = (n + ++$1) % 97; $1 += $v; n = (n + $1($k) + $1($k, 2)) % 97;",
        "",
    ),
    ("Number $1{$k}; A $2 = $1; if ($1) n = (n + -$1) % 97;", "$2"),
    ("Number $1{$k}; n = (n + ($1 << $v).k + $1[$o]) % 97;", ""),
    ("Number $1{$k}; n = (n + $1[$v]) % 97; n = (n + by_value($1, 2)) % 97;", ""),
    ("Owner $1($k), $2(owner($k)); $1 = static_cast<Owner &&>($2); n = (n + $1->get()) % 97;", "(*$1)"),
    ("Owner $1 = owner($k); Owner $2 = static_cast<Owner &&>($1); n = (n + (*$2).v + !$1.held) % 97;", ""),
    ("Said $1{$o}; const Said $2{A($k)}; n = (n + $1.who() + 5 * $2.who() + Said{A(1)}.who()) % 97;", ""),
    ("Said $1{A($k)}; n = (n + $1.take($v).v) % 97;", "$1.a"),
    ("n = (n + which($o) + 4 * which((const A &)$o) + which(A($k))) % 97;", ""),
    ("n = (n + which(static_cast<A &&>($o)) + which(static_cast<const A &>(A($k)))) % 97;", ""),
    ("n = (n + with_defaults() + with_defaults($o)) % 97; n = (n + with_defaults($v, $k)) % 97;", ""),
    ("Series $1($k); for (A &e : $1) n = (n + e.v) % 97; for (A e : $1) n ^= e.v & 7;", "$1.items[2]"),
    ("for (A &e : Series($k)) { n = (n + e.add(1).v) % 97; if (n % 3 == 0) break; }", ""),
    ("auto $1 = [n](int k) { return k + n; }; n = ($1(2) + n) % 97;", ""),
    (
        "A $2 = $v; auto $1 = [$2](int k) mutable { return $2.add(k).v; }; auto $3 = $1; \
      n = $1(2) % 97; n = (n + $1(1)) % 97; n = (n + $3(n)) % 97;",
        "$2",
    ),
    ("n = applied([&](int k) { A in(k); return in.v + n; }, $k) % 97;", ""),
    ("A $1($k); n = applied([=](int k) { return k + $1.v; }, 2) % 97;", "$1"),
    ("n = (n + applied([](int k) -> int { if (k > 3) return 1; A in(k); return in.v; }, $k)) % 97;", ""),
    ("auto $1 = [](auto x, auto y) { A one(x); return one + A(y); }; n = (n + $1(3, (char)$k).v) % 97;", ""),
    ("Several<A, 2> $1; $1[n] = $v; n = (n + $1[1].v + Several<A, 2>::made_of) % 97;", "$1[0]"),
    ("Several<int, 3> $1; $1[n & 7] = $n; n = (n + $1[n & 7] + Several<int, 3>::made_of) % 97;", ""),
    ("n = (n + total($o, n, &n, 'c') + Power<5>::value + folded(1, n, $k)) % 97;", ""),
    ("n = (n + total($v)) % 97; n = (n + sized('c') + sized(n) + sized($o)) % 97;", ""),
    ("Mixed $1($k); n = (n + $1.twice()) % 97;", "$1.a"),
    (
        "Abstract *$1 = n % 2 ? new Cheap($k) : new Dear($k); Abstract *$2 = $1->twin(); \
      n = (n + $2->doubled()) % 97; delete $1; delete $2;",
        "",
    ),
    (
        "Dear $1($k); Cheap $2 = $1; Cheap &$3 = $1; n = (n + $2.price() + $3.price()) % 97; \
      n = (n + $3.Cheap::price()) % 97;",
        "$1.added",
    ),
    (
        "Counting::budget = $k % 4; try { Counting $1[3]; n = (n + Counting::alive) % 97; } \
      catch (int i) { n = (n + i) % 97; }",
        "",
    ),
    (
        "Counting::budget = $k % 4; try { Counting *$1 = new Counting[n % 3 + 1]; delete[] $1; } \
      catch (int i) { n = (n + i + Counting::alive) % 97; }",
        "",
    ),
    ("{ Noisy $1{n & 7}; n = $n % 97; }", ""),
    ("try { Noisy $1{3}; n = (n + risky($k)) % 97; } catch (...) { n = n / 2; }", ""),
    ("n = (n + sorted_out($k)) % 97;", ""),
    (
        "try { n = (n + by_reference($v, risky($k))) % 97; } catch (Worse &w) { n = w.with.v; } \
      catch (Error) { n = 1; } catch (...) { n = 2; }",
        "",
    ),
    ("try { throw A($k); } catch (const A &e) { n = (n + e.v) % 97; }", ""),
    ("try { throw $o; } catch (A e) { e.add(n); n = e.v % 97; }", ""),
    ("try { throw &$o; } catch (const A *e) { n = (n + e->v) % 97; }", ""),
    (
        "try { try { throw Worse($k); } catch (Error &e) { A in(1); throw; } } \
      catch (Worse &e) { n = (n + e.what()) % 97; }",
        "",
    ),
    (
        "try { try { throw Worse($k); } catch (Error &e) { throw e; } } \
      catch (Worse &) { n = 1; } catch (Error &e) { n = (n + e.what()) % 97; }",
        "",
    ),
    (
        "switch (n % 4) { case 0: { A $1($k); n += $1.v % 5; } case 1: n += 2; break; \
      case 2: { $s } break; default: n = (n + $k) % 97; }",
        "",
    ),
    ("if (A $1 = $v; $1.v % 2) { n = ($1.v + n) % 97; } else { $s }", ""),
    (
        "for (A $1($k % 3); $1.v < 4; $1.add(1)) { A in($1.v); if (in.v == 2) continue; n = (n + in.v) % 97; }",
        "",
    ),
    ("{ int $1 = 0; do { A in($1); if (in.v % 2) continue; n = (n + $1) % 97; } while (++$1 < 3); }", ""),
    ("{ int $1 = 2; while (Number in = Number{$1--}) n = (n + in.k) % 97; }", ""),
    ("alignas(A) unsigned char $1[sizeof(A)]; { A *p = new ($1) A($k); n = (n + p->v) % 97; p->~A(); }", ""),
    ("Packed $1 = {5, -3, 7}; $1.a += n; $1.b += 9; $1.c -= 9; n = (n + $1.a + $1.b + $1.c) % 97;", ""),
    ("{ Either $1; $1.number = n; n = ($1.bytes[0] + $k) % 97; }", ""),
    ("n = functions[n & 1](n) % 97; n = (n + factorial($k)) % 97;", ""),
    ("int Flags$1 = low | high; Flags $2 = n % 2 ? low : none; n = (n + Flags$1 + $2) % 97;", ""),
    (
        "struct $1L { A a; int k; int sum() const { return a.v + k; } }; $1L $1 = {$v, $k}; n = (n + $1.sum()) % 97;",
        "$1.a",
    ),
    ("A $1[2][2] = {{A($k), $o}}; n = (n + $1[1][1].v + $1[0][1].v) % 97;", "$1[1][0]"),
    ("D *$1 = new D($k); A &$2 = *$1; n = (n + $2.v + $1->second.v) % 97; delete $1;", ""),
    ("const D &$1 = derived($k); const A &$2 = $1; n = (n + $2.v) % 97;", ""),
    ("const A &$1 = derived($k); n = (n + $1.v) % 97;", ""),
    ("n = ((n % 2 ? A($k) : A(3)).v + (n > 3 && A(2).v > 1) + (n < 9 || A(1).v)) % 97;", ""),
    ("n = (A($k), $o.v + n) % 97; (void)(A(2), A(3));", ""),
    (
        "{ using outer::hidden; n = (n + hidden.add(1).v) % 97; n = outer::alias::up(n) % 97; }",
        "outer::hidden",
    ),
    ("A $1 = A(A(A($k))); A $2 = (A)$1; A $3{$2}; n = (n + $3.v) % 97;", "$3"),
    (
        "unsigned char $1 = n * $k; short $2 = (short)($1 << 9); n = ($1 + ($2 >> 3) % 50 + 200u % 97) % 97;",
        "",
    ),
];
