"""Names of sampled frames (help topic `symbols`): 2000 addresses of real files against readelf and addr2line, and files made here, in which it is known what
must be found. Usage: symbols.py SELECT_TRACE FOLDER"""
import json, os, random, re, sqlite3, subprocess, sys

tool, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.chdir(folder)
failed = 0


def check(ok, what):
    global failed
    print("%s %s" % ("ok" if ok else "not ok", what))
    failed |= not ok


def run(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


def build_id(path):
    m = re.search(r"Build ID: ([0-9a-f]+)", run("readelf", "-nW", path, stderr=subprocess.DEVNULL))
    return m and m.group(1)


def trace(name, modules, frames):
    """modules: (path, build id); frames: (module from 1 or None, offset, is_return, function)."""
    if os.path.exists(name):
        os.remove(name)
    db = sqlite3.connect(name)
    db.executescript("CREATE TABLE modules(id, guid, pid, file_path, build_id, load_base, load_size);"
                     "CREATE TABLE frames(id, guid, pid, parent_frame_id, module_id, offset, function, file, line, is_return);")
    db.executemany("INSERT INTO modules VALUES (?, 'g', 7, ?, ?, 65536, 4096)", [(i + 1,) + m for i, m in enumerate(modules)])
    db.executemany("INSERT INTO frames VALUES (?, 'g', 7, NULL, ?, ?, ?, NULL, NULL, ?)", [(i + 1, m, o, f, r) for i, (m, o, r, f) in enumerate(frames)])
    db.commit()
    db.close()


def ask(name, *sql, path="/nowhere"):
    return run(tool, name, *sql, env=dict(os.environ, ROCPD_SYMBOL_PATH=path), timeout=60).splitlines()


def names(name, path="/nowhere"):
    return ask(name, "SELECT function FROM frames ORDER BY id", path=path)


# ---- real files: executables and libraries, C and C++, with all symbols and with exported ones only

def symbols(path, table):
    """[(start, size, name, rank)] of the functions in executable sections, as readelf prints them."""
    executable = {}
    for l in run("readelf", "-SW", path).splitlines():
        m = re.match(r" +\[ *(\d+)\] (\S+) +\S+ +([0-9a-f]{16}) [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ +(\S*X\S*) ", l)
        if m:
            executable[m.group(1)] = (int(m.group(3), 16), int(m.group(4), 16))
    found, inside = [], False
    for l in run("readelf", "-sW", path).splitlines():
        if l.startswith("Symbol table"):
            inside = "'%s'" % table in l
        c = l.split()
        if inside and len(c) >= 8 and c[3] in ("FUNC", "IFUNC", "NOTYPE") and c[6] in executable:
            start, size = int(c[1], 16), int(c[2], 0)
            low, n = executable[c[6]]
            if low <= start < low + n:
                rank = {"GLOBAL": 0, "UNIQUE": 0, "WEAK": 1}.get(c[4], 2) + 4 * (c[3] == "NOTYPE")
                found.append((start, min(size, low + n - start), c[7].split("@")[0], rank))
    return found


def covering(found, address):
    """What the help says: the symbol that covers the code. Of several the one that begins last, then the smallest one."""
    at = [s for s in found if s[0] <= address < s[0] + s[1]]
    if not at:
        return None
    start = max(s[0] for s in at)
    size = min(s[1] for s in at if s[0] == start)
    return min((s[3], len(s[2]), s[2]) for s in at if s[0] == start and s[1] == size)[2]


libraries = [os.path.realpath(p) for p in (os.environ["BUILD"] + "/rocpd.so", os.environ["BUILD"] + "/libcollect.so", os.environ["BUILD"] + "/rocpd", os.environ["BUILD"] + "/rocpd-record", "/lib/x86_64-linux-gnu/libc.so.6",
             "/usr/lib/x86_64-linux-gnu/libstdc++.so.6", "/usr/lib/x86_64-linux-gnu/libm.so.6", "/usr/bin/python3", "/usr/lib/x86_64-linux-gnu/libsqlite3.so.0",
             "/usr/lib/x86_64-linux-gnu/libamdhip64.so.5") if os.path.exists(p)]
r = random.Random(1)
each = 2000 // len(libraries) + 1
frames, truth, asked = [], [], 0
for m, path in enumerate(libraries):
    all_symbols = ".symtab" in run("readelf", "-SW", path)
    found = symbols(path, ".symtab" if all_symbols else ".dynsym")
    base = int(re.search(r"LOAD +0x[0-9a-f]+ 0x([0-9a-f]+)", run("readelf", "-lW", path)).group(1), 16) & ~4095
    addresses = [s[0] + r.randrange(s[1]) for s in r.choices([s for s in found if s[1]], k=each)]
    run("objcopy", "--strip-debug", path, "plain")  # else addr2line names inlined functions
    by_tool = run("addr2line", "-f", "-e", "plain", *map(hex, addresses)).splitlines()[::2] if all_symbols else [None] * each
    for address, other in zip(addresses, by_tool):
        is_return = r.randrange(2)
        frames.append((m + 1, address + is_return - base, is_return, None))
        truth.append((path, address, covering(found, address), other, found))
trace("real.db", [(p, build_id(p)) for p in libraries], frames)
got = names("real.db")
mangled = sorted({t[2] for t in truth})
plain = dict(zip(mangled, ask("real.db", *["SELECT rocpd_demangle(value) FROM json_each('%s')" % json.dumps(mangled)])))
wrong = [(t[0], hex(t[1]), t[2], g) for t, g in zip(truth, got) if plain[t[2]] != g]
check(len(got) == len(truth) >= 2000 and not wrong, "%d addresses of %d files have the name that readelf's table gives: %s" % (len(got), len(libraries), wrong[:5]))
# addr2line takes any name of those for one place. It does not read tables of exported names.
places = {}
for path, _, _, _, found in truth:
    if path not in places:
        places[path] = {}
        for s in found:
            places[path].setdefault(s[2], set()).add(s[0])
told = [t for t in truth if t[3]]
same = [t for t in told if t[3].split("@")[0] == t[2] or places[t[0]].get(t[3].split("@")[0], set()) & places[t[0]].get(t[2], set())]
check(len(told) > 500 and len(same) == len(told), "addr2line says the same of %d of %d: %s" % (len(same), len(told), [(t[0], hex(t[1]), t[2], t[3]) for t in told if t not in same][:5]))

# ---- files of this test

open("f.c", "w").write("""
int sink;
__attribute__((noinline, visibility("default"))) void shown(int x) { sink += x; }
__attribute__((noinline)) static void hidden(int x) { sink ^= x; }
__attribute__((noinline, visibility("default"))) void caller(int x) { hidden(x); shown(x); }
""")
open("g.cpp", "w").write("namespace far { template <class T> __attribute__((noinline)) T twice(T x) { return x + x; } template int twice(int); template double twice(double); }\n")
cc = lambda out, *more: run("gcc", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wl,--build-id", "f.c", "-o", out, *more)
cc("whole.so")
place = {n: int(v, 16) for v, _, n in (l.split() for l in run("nm", "whole.so").splitlines() if len(l.split()) == 3)}
three = [(1, place["shown"], 0, None), (1, place["hidden"] + 1, 1, None), (1, place["caller"], 0, None)]
identity = build_id("whole.so")


def three_of(path, said=identity, search="/nowhere"):
    trace("one.db", [(os.path.abspath(path), said)], three)
    return names("one.db", search)


check(three_of("whole.so") == ["shown", "hidden", "caller"], ".symtab")
run("cp", "whole.so", "bare.so")
run("strip", "bare.so")
begins = "bare.so+0x%x" % place["hidden"]
check(three_of("bare.so") == ["shown", begins, "caller"], "stripped: exported names, and where other functions begin")
check(three_of("bare.so", "ab" + identity[2:]) == ["bare.so+0x%x" % o for _, o, _, _ in three], "another build id: no names")
check(ask("one.db", "SELECT value, detail FROM health WHERE name = 'modules without symbols'")[0].startswith("1\t%s: the file has another build id" % os.path.abspath("bare.so")),
      "health says so")
check(three_of("bare.so", None) == ["bare.so+0x%x" % o for _, o, _, _ in three], "no build id was recorded, but the file has one")
check(three_of("gone.so") == ["gone.so+0x%x" % o for _, o, _, _ in three], "no file")
check("there is no file with the build id " + identity in ask("one.db", "SELECT detail FROM health WHERE name = 'modules without symbols'")[0], "health says so")

# Debug files: by build id, by .gnu_debuglink (three places), packed.
store = "dir/.build-id/%s" % identity[:2]
os.makedirs(store)
run("objcopy", "--only-keep-debug", "whole.so", store + "/%s.debug" % identity[2:])
all_three = ["shown", "hidden", "caller"]
check(three_of("bare.so", search=folder + "/no:" + folder + "/dir") == all_three, "DIR/.build-id/ab/cdef.debug")
check(three_of("gone.so", search=folder + "/dir") == all_three, "a debug file alone is enough")
os.rename(store + "/%s.debug" % identity[2:], "bare.debug")
run("objcopy", "--add-gnu-debuglink=bare.debug", "bare.so", "linked.so")
check(three_of("linked.so") == all_three, ".gnu_debuglink: beside the file")
os.mkdir(".debug")
os.rename("bare.debug", ".debug/bare.debug")
check(three_of("linked.so") == all_three, ".gnu_debuglink: in .debug")
os.makedirs("dir" + folder)
os.rename(".debug/bare.debug", "dir" + folder + "/bare.debug")
check(three_of("linked.so", search=folder + "/dir") == all_three, ".gnu_debuglink: the same folder below DIR")
run("gcc", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wl,--build-id=0x1234", "f.c", "-o", "other.so")
run("objcopy", "--only-keep-debug", "other.so", "dir" + folder + "/bare.debug")
check(three_of("linked.so", search=folder + "/dir") == ["shown", "linked.so+0x%x" % place["hidden"], "caller"], ".gnu_debuglink: a file with another build id does not count")
run("objcopy", "--strip-debug", "whole.so", "small.so")
run("xz", "-k", "small.so")
run("objcopy", "--add-section", ".gnu_debugdata=small.so.xz", "bare.so", "packed.so")
check(three_of("packed.so") == all_three, ".gnu_debugdata")
run("sh", "-c", "head -c 300 small.so.xz >cut.xz; objcopy --add-section .gnu_debugdata=cut.xz bare.so broken.so")
check(three_of("broken.so") == ["shown", "broken.so+0x%x" % place["hidden"], "caller"], ".gnu_debugdata that is cut: the exported names")

# The file itself in the search path.
os.mkdir("flat")
run("cp", "whole.so", "flat/gone.so")
check(three_of("gone.so", search=folder + "/flat") == all_three, "DIR/NAME")
os.makedirs("root/opt/app")
run("cp", "whole.so", "root/opt/app/there.so")
trace("one.db", [("/opt/app/there.so", identity)], three)
check(names("one.db", folder + "/root") == all_three, "DIR/PATH")
os.makedirs("ids/.build-id/" + identity[:2])
run("cp", "whole.so", "ids/.build-id/%s/%s" % (identity[:2], identity[2:]))
check(three_of("gone.so", search=folder + "/ids") == all_three, "DIR/.build-id/ab/cdef")
check(ask("one.db", "SELECT function FROM frames WHERE id = 2", "SELECT rocpd_config('symbol_path', '%s/ids')" % folder, "SELECT function FROM frames WHERE id = 2",
          "SELECT rocpd_config('symbol_path')") == ["gone.so+0x%x" % (place["hidden"] + 1), folder + "/ids", "hidden", folder + "/ids"], "rocpd_config('symbol_path') counts from the next statement on")

os.symlink("whole.so", "link.so.1")
check(three_of("link.so.1") == all_three, "a name that is a symbolic link")
os.symlink("link.so.2", "link.so.2")
check(three_of("link.so.2") == ["link.so.2+0x%x" % o for _, o, _, _ in three], "... to itself")

# What is not opened.
os.mkfifo("pipe.so")
check(three_of("pipe.so") == ["pipe.so+0x%x" % o for _, o, _, _ in three], "a pipe is not opened")
check(three_of("dir") == ["dir+0x%x" % o for _, o, _, _ in three], "nor a folder")
run("gcc", "-O1", "-shared", "-fPIC", "-Wl,--build-id=none", "f.c", "-o", "none.so")
none = {n: int(v, 16) for v, _, n in (l.split() for l in run("nm", "none.so").splitlines() if len(l.split()) == 3)}
trace("none.db", [(folder + "/none.so", None), (folder + "/none.so", "1234")], [(1, none["caller"], 0, None), (2, none["caller"], 0, None)])
check(names("none.db") == ["caller", "none.so+0x%x" % none["caller"]], "a file without a build id counts if none was recorded")

# Names.
run("g++", "-O1", "-shared", "-fPIC", "-Wl,--build-id", "g.cpp", "-o", "cpp.so")
cpp = {n: int(v, 16) for v, _, n in (l.split() for l in run("nm", "cpp.so").splitlines() if len(l.split()) == 3)}
frames = [(1, cpp[n], 0, None) for n in cpp if "twice" in n]
trace("cpp.db", [(folder + "/cpp.so", build_id("cpp.so"))], frames + [(1, frames[0][1], 0, "given"), (None, 0x7f12a0001a30, 0, None), (None, None, None, None), (9, 16, 0, None)])
check(sorted(names("cpp.db")[:2]) == ["double far::twice<double>(double)", "int far::twice<int>(int)"], "C++ names are demangled")
check(names("cpp.db")[2:] == ["given", "0x7f12a0001a30", "", "0x10"], "a name in the file counts; without a module the address is shown; without a place nothing")
open("nested.s", "w").write("""
.text
.globl outer, strong
.weak a_weak_one
.type outer, @function; .type inner, @function; .type strong, @function; .type a_weak_one, @function; .type w, @function
outer: .skip 16, 0x90
inner: .skip 16, 0x90
.size inner, 16
label: .skip 16, 0x90
.size outer, 48
strong: a_weak_one: w: .skip 8, 0x90
.size strong, 8; .size a_weak_one, 8; .size w, 8
.skip 8, 0x90
tail: .skip 8, 0x90
""")
run("gcc", "-shared", "-nostdlib", "-Wl,--build-id", "nested.s", "-o", "nested.so")
at = {n: int(v, 16) for v, _, n in (l.split() for l in run("nm", "nested.so").splitlines() if len(l.split()) == 3)}
o = at["outer"]
trace("nested.db", [(folder + "/nested.so", build_id("nested.so"))], [(1, o + d, 0, None) for d in (0, 15, 16, 31, 32, 47, 48, 55, 56, 63, 64, 71, 72)])
check(names("nested.db") == ["outer", "outer", "inner", "inner", "outer", "outer", "strong", "strong", "nested.so+0x%x" % (o + 56), "nested.so+0x%x" % (o + 63), "tail", "tail", "nested.so+0x%x" % (o + 72)],
      "functions in functions, labels, names of one place, and code of nobody: %s" % names("nested.db"))

# Stubs for calls of other files' functions, as objdump names them. (Those whose slots are filled at the start have no names for objdump.)
for path in "whole.so", "/usr/bin/python3", os.environ["BUILD"] + "/rocpd-record":
    path = os.path.realpath(path)
    base = int(re.search(r"LOAD +0x[0-9a-f]+ 0x([0-9a-f]+)", run("readelf", "-lW", path)).group(1), 16) & ~4095
    stubs = re.findall(r"^([0-9a-f]+) <(\w+)@plt>:", run("objdump", "-d", "-j", ".plt", path) + (run("objdump", "-d", "-j", ".plt.sec", path) if ".plt.sec" in run("readelf", "-SW", path) else ""), re.M) if " .plt " in run("readelf", "-SW", path) else []
    trace("plt.db", [(path, build_id(path))], [(1, int(a, 16) + 6 - base, 0, None) for a, _ in stubs])
    got = names("plt.db") if stubs else []
    check(got == [n + "@plt" for _, n in stubs], "%d stubs of %s: %s" % (len(stubs), path, [x for x in zip(got, stubs) if x[0] != x[1][1] + "@plt"][:3]))

# The names travel with an export, and what has no name yet is looked up where the copy is read.
trace("one.db", [(folder + "/bare.so", identity)], three)
ask("one.db", "SELECT rocpd_export_rocz('%s/one.rocz')" % folder)
copy = lambda path: run(os.environ["BUILD"] + "/rocpd", "query", "one.rocz", "SELECT function FROM frames ORDER BY id", "--csv", env=dict(os.environ, ROCPD_SYMBOL_PATH=path)).split()[1:]
os.rename("bare.so", "away.so")
check(copy("/nowhere") == ["shown", begins, "caller"], "a copy has the names: %s" % copy("/nowhere"))
check(copy(folder + "/ids") == all_three, "what has none is looked up again")

# The vDSO of this kernel.
maps = re.search(r"^([0-9a-f]+)-([0-9a-f]+) .*\[vdso\]", open("/proc/self/maps").read(), re.M)
if maps:
    low, high = (int(x, 16) for x in maps.groups())
    memory = open("/proc/self/mem", "rb")
    memory.seek(low)
    open("vdso", "wb").write(memory.read(high - low))
    v = {n.split("@")[0]: int(a, 16) for a, _, n in (l.split() for l in run("nm", "-D", "vdso").splitlines() if len(l.split()) == 3)}
    trace("vdso.db", [("[vdso]", build_id("vdso"))], [(1, v["__vdso_clock_gettime"], 0, None)])
    check(names("vdso.db") in (["__vdso_clock_gettime"], ["clock_gettime"]), "[vdso]: %s" % names("vdso.db"))

sys.exit(failed)
