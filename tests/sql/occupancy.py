"""occupancy's waves against those that a compiler prints for kernels with given numbers of registers; the table's rows against kernels and agents.

The compiler's output is in occupancy_compiled.txt, so no compiler needs to be installed. `occupancy.py --compile CLANG` writes that file."""
import os
import re
import sqlite3
import subprocess
import sys

TARGETS = ['gfx900', 'gfx906', 'gfx908', 'gfx90a', 'gfx940', 'gfx1010', 'gfx1030', 'gfx1034']
COUNTS = [*range(1, 65, 4), *range(65, 257, 13)]
COMPILED = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'occupancy_compiled.txt')


def compiled(clang, gfx, vgprs):
    """[(vgprs, waves)] as printed by the compiler."""
    kernels = ''.join(f'define amdgpu_kernel void @k{n}() #0 {{\n  call void asm sideeffect "", "~{{v{n - 1}}}"()\n  ret void\n}}\n' for n in vgprs)
    text = kernels + 'attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }\n'
    out = subprocess.run([clang, '-nogpulib', '-x', 'ir', '-', '-target', 'amdgcn-amd-amdhsa', f'-mcpu={gfx}', '-O1', '-S', '-o', '-'], input=text, capture_output=True, text=True).stdout
    return list(zip(map(int, re.findall(r'; NumVgprs: (\d+)', out)), map(int, re.findall(r'; Occupancy: (\d+)', out))))


def write_compiled(clang):
    version = subprocess.run([clang, '--version'], capture_output=True, text=True).stdout.split('\n')[0]
    with open(COMPILED, 'w') as f:
        f.write(f'# Written by occupancy.py --compile {os.path.basename(clang)}: {version}\n# target, then VGPRS:WAVES of a kernel of one wave of 64 without LDS\n')
        for gfx in TARGETS:
            f.write(gfx + ''.join(f' {v}:{w}' for v, w in compiled(clang, gfx, COUNTS)) + '\n')


if sys.argv[1] == '--compile':
    sys.exit(write_compiled(sys.argv[2]))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import HERE, attached, check, finish, generate, rows  # noqa: E402


def trace(gfx, needs):
    """A file whose first GPU has this target, and whose kernels use these registers."""
    path = generate(f'occupancy/{gfx}.db')
    db = sqlite3.connect(path)
    t = {n.rsplit('_', 5)[0]: n for (n,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    db.execute(f"UPDATE \"{t['rocpd_info_agent']}\" SET name = ? WHERE type = 'GPU'", (gfx,))
    symbols = [i for (i,) in db.execute(f"SELECT id FROM \"{t['rocpd_info_kernel_symbol']}\" ORDER BY id")]
    for i, (vgprs, accum) in zip(symbols, needs):
        db.execute(f"UPDATE \"{t['rocpd_info_kernel_symbol']}\" SET display_name = ?, arch_vgpr_count = ?, accum_vgpr_count = ?, sgpr_count = 16 WHERE id = ?", (f'k{vgprs}', vgprs, accum, i))
    db.execute(f"UPDATE \"{t['rocpd_kernel_dispatch']}\" SET workgroup_size_x = 64, workgroup_size_y = 1, workgroup_size_z = 1, group_segment_size = 0")
    db.commit()
    db.close()
    return path


compared = 0
for line in open(COMPILED):
    gfx, *pairs = line.split()
    if gfx == '#':
        continue
    said = [tuple(map(int, p.split(':'))) for p in pairs]
    got = {}
    for part in (said[:len(said) // 2], said[len(said) // 2:]):  # a trace has few kernels
        got.update(rows(attached(trace(gfx, [(v, 0) for v, _ in part])), 'SELECT DISTINCT vgpr_count, waves_by_vgpr FROM occupancy WHERE name GLOB \'k[0-9]*\' ORDER BY 1'))
    wrong = [(v, got.get(v), waves) for v, waves in said if got.get(v) != waves]
    compared += len(said)
    check(gfx, wrong[:3], [])
check('compared with the compiler', compared, len(TARGETS) * len(COUNTS))

db = attached(generate('occupancy/table.db', '--holes', '--scale', '3'), generate('occupancy/other.db', '--seed', '9'))
check('every kernel is in a row', rows(db, 'SELECT sum(calls), sum(total_ns) FROM occupancy'), rows(db, 'SELECT count(*), sum(duration) FROM kernels'))
key = 'name, agent_id, guid, workgroup_x * workgroup_y * workgroup_z AS size, vgpr_count, accum_vgpr_count, sgpr_count, lds_size'
check('rows', sorted(rows(db, f'SELECT {key}, count(*), sum(duration) FROM kernels GROUP BY name, agent_id, guid, workgroup_x, workgroup_y, workgroup_z, vgpr_count, '
                                 'accum_vgpr_count, sgpr_count, lds_size'), key=str),
      sorted(rows(db, 'SELECT name, agent_id, guid, workgroup_size, vgpr_count, accum_vgpr_count, sgpr_count, lds_bytes, calls, total_ns FROM occupancy'), key=str))
check('the target', rows(db, 'SELECT count(*) FROM occupancy o WHERE gfx IS NOT (SELECT name FROM rocpd_info_agent a WHERE a.guid = o.guid AND a.id = o.agent_id)'), [(0,)])
check('unknown values are NULL', rows(db, 'SELECT count(*) FROM occupancy WHERE (waves_per_simd IS NULL) <> (agent_id IS NULL OR vgpr_count IS NULL OR agent_id = 77)'), [(0,)])
check('shares', rows(db, 'SELECT count(*) FROM occupancy WHERE occupancy <> waves_per_simd * 1.0 / most_waves_per_simd OR (limited_by IS NULL) <> (waves_per_simd IS NULL OR occupancy = 1)'), [(0,)])
odd = trace('gfx90a', [(32, 0)])
with sqlite3.connect(odd) as mine:
    table = mine.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'rocpd_kernel_dispatch_*'").fetchone()[0]
    mine.execute(f'UPDATE "{table}" SET workgroup_size_x = -8, workgroup_size_y = -8')
check('a workgroup of negative sizes', rows(attached(odd), 'SELECT DISTINCT workgroup_size, waves_by_workgroup FROM occupancy'), [(None, None)])
genuine = attached(f'{HERE}/../data/heliosr_146104_results.db')
check('the real database', rows(genuine, "SELECT most_waves_per_simd, wave_size, waves_per_simd, limited_by FROM occupancy WHERE lds_bytes > 0"), [(16, 32, 3, 'lds')])
check('... its agents have the same limits', rows(genuine, "SELECT DISTINCT o.most_waves_per_simd = json_extract(a.extdata, '$.max_waves_per_simd'), o.wave_size = "
      "json_extract(a.extdata, '$.wave_front_size') FROM occupancy o JOIN rocpd_info_agent a ON a.guid = o.guid AND a.id = o.agent_id"), [(1, 1)])
finish()
