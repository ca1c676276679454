# Lists that end with NULL: those of `.args`, `.sonames` and `.always_arguments_of`. One without its NULL is read beyond its end, and no compiler says so.
set -u
exec /usr/bin/python3 - "${TEST_TMP:-$(mktemp -d)}" <<'END'
import glob, os, re, sys

LIST = re.compile(r"\bconst char \*const (\w+)\[\] = \{(.*?)\};", re.S)
USE = re.compile(r"\.(args|sonames|always_arguments_of) = (\w+)")


def lists(texts):
    """The lists of files {path: text}, and what is wrong with them."""
    found, wrong = 0, []
    for path, text in texts.items():
        text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
        folder = os.path.dirname(path)
        used = {name for p, t in texts.items() if p == path or os.path.dirname(p) == folder for _, name in USE.findall(t)}
        for m in LIST.finditer(text):
            if m[1] not in used: continue
            found += 1
            if not re.search(r"\bNULL\s*,?\s*$", m[2]):
                wrong.append("%s:%d: the list %s must end with NULL: add it as the last element" % (path, text.count("\n", 0, m.start()) + 1, m[1]))
    return found, wrong


def check(right, what):
    print("%s %s" % ("ok" if right else "not ok", what))
    return not right


texts = {p: open(p).read() for f in ("ext", "collector") for p in glob.glob(f + "/**/*.c", recursive=True)}
found, wrong = lists(texts)
failed = check(not wrong, "; ".join(wrong) or "each of %d lists ends with NULL" % found)
failed |= check(found > 20, "there are such lists")
example = 'static const char *const args[] = {"by",\n  "limit"};\nstatic const char *const other[] = {"x"};\nROCPD_TABLE(a) = {.args = args};\n'
failed |= check(lists({"a.c": example}) == (1, ["a.c:1: the list args must end with NULL: add it as the last element"]), "one without NULL is seen")
failed |= check(lists({"a.c": example.replace('"limit"', '"limit", NULL')}) == (1, []), "... and one with it is not")
sys.exit(failed)
END
