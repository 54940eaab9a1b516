"""Runs an SMT-LIB script with the cvc5 library, as the command `cvc5 FILE` would."""

import re
import sys

import cvc5


def main() -> int:
    path = sys.argv[1]
    solver = cvc5.Solver(cvc5.TermManager())
    with open(path, encoding="utf-8", errors="replace") as script:
        # Incremental solving switches techniques off, so it is only used where it is needed.
        checks = re.findall(r"\(\s*(?:check-sat|push)\b", script.read())
    solver.setOption("incremental", "true" if len(checks) > 1 else "false")
    symbols = cvc5.SymbolManager(solver.getTermManager())
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
    while True:
        command = parser.nextCommand()
        if command.isNull() or command.getCommandName() == "exit":
            return 0
        print(command.invoke(solver, symbols), end="", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception as error:
        message = str(error).replace('"', '""')
        print(f'(error "{message}")')
        sys.exit(1)
