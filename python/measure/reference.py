"""Prints the reference of the Python package, from its stubs and its modules."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "ludarium"
#: What the reference tells, in this order.
MODULES = ["__init__.py", "_core.pyi", "batches.py", "matches.py", "pettingzoo.py", "gymnasium.py", "openspiel.py",
           "jobs/__init__.py", "jobs/kinds.py", "jobs/running.py"]


def signature(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args)
    arguments = arguments.removeprefix("self").removeprefix("cls").removeprefix(", ")
    answer = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({arguments}){answer}"


def is_public(name: str) -> bool:
    return not name.startswith("_") or name in ("__call__", "__init__", "__new__")


def told(node: ast.ClassDef | ast.FunctionDef | ast.Module) -> str:
    return ast.get_docstring(node) or ""


def properties(node: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def members(node: ast.ClassDef) -> list[str]:
    out = []
    for item in node.body:
        if not isinstance(item, ast.FunctionDef) or not is_public(item.name):
            continue
        words = " ".join(told(item).split())
        if properties(item):
            kind = ast.unparse(item.returns) if item.returns is not None else ""
            out.append(f"- `{item.name}: {kind}`" + (f": {words}" if words else ""))
        elif item.name not in ("__init__", "__new__") or len(item.args.args) > 1:
            out.append(f"- `{signature(item)}`" + (f": {words}" if words else ""))
    return out


def main() -> None:
    print("# The Python package: reference\n\nMade by `python python/measure/reference.py` from the stubs and modules.")
    for module in MODULES:
        tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
        name = "ludarium." + module.rsplit(".", 1)[0].replace("/", ".")
        name = name.replace(".__init__", "").replace("._core", "")
        heading = f"\n## `{name}`" + (" (compiled)" if module.endswith("pyi") else "")
        print(heading + "\n")
        if module != "_core.pyi":
            print(told(tree).split("\n\n>>>")[0].strip() + "\n")
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and is_public(node.name):
                print(f"### `{signature(node)}`\n\n{told(node)}\n")
            if isinstance(node, ast.ClassDef) and is_public(node.name):
                print(f"### class `{node.name}`\n\n{told(node)}\n")
                lines = members(node)
                print("\n".join(lines) + "\n" if lines else "", end="")


if __name__ == "__main__":
    main()
