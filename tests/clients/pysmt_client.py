"""pySMT drives cfp-solve through its wrapper for any SMT-LIB solver: python pysmt_client.py path/to/cfp-solve

Ends with an exception if something is not as it should be. An answer may be `unknown`, but whatever is sat must have a
model that pySMT itself finds to be one.
"""

import sys

from pysmt.exceptions import SolverReturnedUnknownResultError
from pysmt.logics import QF_AUFLIA, QF_LIA, QF_LRA, QF_UFLIA
from pysmt.shortcuts import (
    GE, LE, And, Equals, Function, Iff, Implies, Int, Ite, Not, Or, Plus, Real, Select, Solver, Store, Symbol, Times,
    get_env,
)
from pysmt.smtlib.solver import SmtLibSolver
from pysmt.typing import BOOL, INT, REAL, ArrayType, FunctionType, Type


def read_values(self, read=SmtLibSolver._get_value_answer):
    """pySMT stops at the last parenthesis of the values and would take the end of that line for the next answer."""
    values = read(self)
    assert self.solver_stdout.readline().strip() == ""
    return values


SmtLibSolver._get_value_answer = read_values


def holds(solver, formula):
    return solver.get_value(formula).is_true()


def integers():
    x, y, p = Symbol("x", INT), Symbol("y in bars", INT), Symbol("p", BOOL)
    with Solver(name="cfp", logic=QF_LIA) as solver:
        problem = And(Equals(Plus(Times(Int(3), x), Times(Int(5), y)), Int(41)), GE(x, Int(0)), GE(y, Int(0)))
        solver.add_assertion(problem)
        assert solver.solve()
        assert holds(solver, problem)
        model = solver.get_model()
        assert model.get_value(problem).is_true()
        solver.push()
        solver.add_assertion(And(Iff(p, LE(x, Int(1))), Implies(Not(p), LE(x, Int(1))), Not(p)))
        assert not solver.solve()
        solver.pop()
        solver.push()
        solver.add_assertion(LE(Ite(LE(x, y), x, y), Int(-1)))
        assert not solver.solve()
        solver.pop()
        assert solver.solve()
        negative = Equals(Symbol("z", INT), Int(-7))
        solver.add_assertion(negative)
        assert solver.solve() and solver.get_py_value(Symbol("z", INT)) == -7


def maybe(logic, formula):
    """Checks a formula that the solver may not be able to decide yet; true if it said sat."""
    with Solver(name="cfp", logic=logic) as solver:
        solver.add_assertion(formula)
        try:
            if not solver.solve():
                raise AssertionError(f"unsat: {formula}")
        except SolverReturnedUnknownResultError:
            return False
        assert holds(solver, formula), formula
        return True


def other_sorts():
    x, y = Symbol("rx", REAL), Symbol("ry", REAL)
    i, j = Symbol("i", INT), Symbol("j", INT)
    f = Symbol("f", FunctionType(INT, [INT, BOOL]))
    sort = Type("U")
    u, v = Symbol("u", sort), Symbol("v", sort)
    g = Symbol("g", FunctionType(sort, [sort]))
    a = Symbol("a", ArrayType(INT, INT))
    maybe(QF_LRA, And(LE(x, Real((1, 3))), GE(Plus(x, y), Real(1)), Equals(Times(Real(2), y), Real(5))))
    maybe(QF_UFLIA, And(Not(Equals(Function(f, [i, LE(i, j)]), Function(f, [j, LE(i, j)]))), LE(i, j)))
    maybe(QF_UFLIA, And(Not(Equals(Function(g, [u]), Function(g, [v]))), Or(Equals(u, Function(g, [v])), LE(i, j))))
    maybe(QF_AUFLIA, Equals(Select(Store(a, Int(1), Int(2)), i), Plus(i, Int(3))))


get_env().factory.add_generic_solver("cfp", [sys.argv[1]], [QF_LIA, QF_LRA, QF_UFLIA, QF_AUFLIA])
integers()
other_sorts()
print("ok")
