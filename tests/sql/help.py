"""Every column of every table and view, every argument and every function has an entry in ext/help, and every entry describes something that
exists: compares the texts with what the extension declares. Usage: help.py rocpd.so ROOT"""
import glob, os, re, sqlite3, sys

library, root = sys.argv[1], sys.argv[2]
failed = 0


def check(wrong, what):
    global failed
    print("%s %s%s" % ("not ok" if wrong else "ok", what, ": " + "; ".join(sorted(wrong)[:20]) if wrong else ""))
    failed |= bool(wrong)


def entries(path, kind):
    """The first cells of a page's tables of that kind."""
    found, inside = [], False
    for line in open(path):
        cells = [c.strip() for c in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells: inside = False
        elif cells[0] == kind: inside = True
        elif inside and not cells[0].startswith("---"): found.append((cells[0].strip("`"), cells))
    return found


def pages(folder):
    return {os.path.basename(p)[:-3]: p for p in glob.glob("%s/ext/help/%s/*.md" % (root, folder))}


plain = sqlite3.connect(":memory:")
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension(library)
names = lambda c, sql, *a: {r[0] for r in c.execute(sql, a)}

declared = {t: db.execute("SELECT name, hidden FROM pragma_table_xinfo(?)", (t,)).fetchall()
            for t in names(db, "SELECT name FROM temp.sqlite_master WHERE type IN ('table', 'view')")}
described = {}
for t, c, meaning, hidden, argument in db.execute("SELECT table_name, column_name, meaning, hidden, argument FROM rocpd_tables"):
    described.setdefault(t, []).append((c, meaning, hidden, argument))
common = {c for c, _ in entries(root + "/ext/help/columns.md", "column")}

page = pages("tables")
check(set(declared) - set(page), "every table has a page in ext/help/tables")
check(set(page) - set(declared), "every page in ext/help/tables is of a table")
check({t for t in page if not open(page[t]).readline().startswith("# %s: " % t)}, "every page begins with '# NAME: summary'")
check({t for t in declared if not [m for c, m, _, _ in described.get(t, []) if c is None and m]}, "every table has a summary in rocpd_tables")
check({"%s.%s" % (t, c) for t in declared for c, _ in declared[t] if not [m for d, m, _, _ in described.get(t, []) if d == c and m]},
      "every column has its meaning, in its table's page or in ext/help/columns.md")
check({"%s.%s" % (t, c) for t in page if t in declared for c, _ in entries(page[t], "column") if c not in {d for d, _ in declared[t]}},
      "every entry of a page is a column of its table")
check({"%s.%s" % (t, c) for t in page for c, _ in entries(page[t], "argument") if c not in {d for d, _, _, a in described.get(t, []) if a}},
      "every argument of a page is one of its table")
check({t for t in declared if [c for c, _ in declared[t]] != [c for c, _, _, _ in described.get(t, []) if c is not None]},
      "rocpd_tables has the columns of each table, in their order")
check({"%s.%s" % (t, c) for t in declared for c, h in declared[t] for d, _, hidden, _ in described.get(t, []) if d == c and bool(h) != bool(hidden)},
      "rocpd_tables says which are hidden")
check({t for t in page for e in [entries(page[t], "column")] if len(e) != len({c for c, _ in e}) or [c for c in e if len(c[1]) != 3]},
      "no column has two entries, and each has three cells")
check({c for c in common if not any(c in {d for d, _ in declared[t]} for t in declared)}, "every common column is one of a table")

functions = names(db, "SELECT name FROM pragma_function_list") - names(plain, "SELECT name FROM pragma_function_list")
page = pages("functions")
check(functions - set(page), "every function has a page in ext/help/functions")
check({f for f in set(page) - functions if f not in names(plain, "SELECT name FROM pragma_function_list")}, "every page in ext/help/functions is of a function")
check({f for f in page if not re.match(r"# %s\(.*\): ." % f, open(page[f]).readline())}, "every page of a function begins with '# NAME(arguments): summary'")

index = db.execute("SELECT rocpd_help()").fetchone()[0]
every = [n for folder in ("tables", "functions", "topics") for n in pages(folder)]
check({n for n in every if "\n  %s " % n not in index}, "rocpd_help() lists all")
printed = {n: db.execute("SELECT rocpd_help(?)", (n,)).fetchone()[0] for n in every}
check({n for n in every if len(printed[n]) < 30}, "rocpd_help(NAME) prints each")
check({t for t in declared for c, _ in declared[t] if "\n  %s " % c not in printed[t]}, "rocpd_help(TABLE) has its columns")
check({n for n in every if "| column |" in printed[n]}, "... as a list")
try:
    db.execute("SELECT rocpd_help('nothere')").fetchone()
    check({"no error"}, "what there is no help about is an error")
except sqlite3.OperationalError as e:
    check(set() if "nothere" in str(e) else {str(e)}, "what there is no help about is an error that names it")
# Links in the README and names of pages in pages lead to existing pages.
check({m for p in [root + "/README.md"] for m in re.findall(r"\]\((ext/help[^)]*)\)", open(p).read()) if not os.path.exists(os.path.join(root, m))}, "README's links lead to pages")
sys.exit(failed)
