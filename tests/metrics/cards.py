"""cards.py FOLDER: a tree for COLLECT_SYSROOT with GPUs, and what its metrics must be, as lines "TRACK|VALUE UNIT" on stdout.

The first eight are recorded (cards.txt). The others are made: each has a gpu_metrics of one revision, laid out from the order of the fields in the
kernel's kgd_pp_interface.h as below, with a value of its own in each field. No machine wrote these."""
import os, struct, sys

root = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
cards = []

def put(card, name, content):
    path = os.path.join(root, 'sys/class/drm/card%d/device' % card, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(content)

for line in open(os.path.join(here, 'cards.txt')):
    if line.startswith('#'):
        continue
    card, name, content = line.rstrip('\n').split(' ', 2)
    if card not in cards:
        cards.append(card)
    put(cards.index(card), name, bytes.fromhex(content[4:]) if content.startswith('hex:') else content.replace('\\n', '\n').encode())

# What the recorded ones say, by hand: gpu_metrics where the card has it, else its text files. Each line: card, then values in the order of NAMES.
NAMES = ['GPU GFX Busy [%d] (S)| %%', 'GPU UMC Busy [%d] (S)| %%', 'GPU MM Busy [%d] (S)| %%', 'GPU Edge Temperature [%d] (S)| deg C', 'GPU Temperature [%d] (S)| deg C',
         'GPU Memory Temperature [%d] (S)| deg C', 'GPU Current Power [%d] (S)| W', 'GPU Energy [%d] (S)| J', 'GPU GFX Clock [%d] (S)| MHz', 'GPU Memory Clock [%d] (S)| MHz',
         'GPU Fan Speed [%d] (S)| RPM', 'GPU [%d] VCN Activity [00] (S)| %%', 'GPU [%d] VCN Activity [01] (S)| %%', 'GPU [%d] VCN Activity [02] (S)| %%',
         'GPU [%d] VCN Activity [03] (S)| %%', 'GPU Memory Usage [%d] (S)| MB', 'GPU GTT Usage [%d] (S)| MB']
RECORDED = {'phoenix': [79, None, 0, 25, None, None, 3.401, None, 800, None, None, None, None, None, None, 1272.89, 211.399],
            'rx6900xt': [3, 0, 0, 56, 59, 54, 36, None, 500, 1000, 0, None, None, None, None, 668.275, 62.3698],
            'rx7600s': [0, 0, 0, 53, 54, 60, 1, None, 1200, 96, 0, None, None, None, None, None, None],
            'rx7800xt': [24, 0, 0, 24, 31, 48, 32, None, 2011, 456, 868, None, None, None, None, None, None],
            'rx9070': [25, 0, 0, 48, 52, 72, 49, None, 900, 1124, 1944, None, None, None, None, None, None],
            'strixpoint': [3, None, 0, 38.12, None, None, 9.839, None, 849, 836, None, None, None, None, None, 514.58, 3946.81],
            'vega56': [0, None, None, 38, 38, 39, 8, None, 26, 167, 5, None, None, None, None, 16.6134, 12.3372],
            'rx7900xtx': [3, None, None, 53, 61, 68, 68, None, 31, 1249, 0, None, None, None, None, None, None]}
expected = [RECORDED[c] for c in cards]

# ---- made ones: fields in order, "NAME:TYPE[*COUNT]"; H 2, I 4, Q 8 bytes; aligned as in C
OLD = 'edge:H hotspot:H mem:H vrgfx:H vrsoc:H vrmem:H gfx:H umc:H mm:H power:H'
CLOCKS = 'avg:H*7 gfxclk:H socclk:H uclk:H others:H*4 throttle:I fan:H'
V1_1 = OLD + ' energy:Q time:Q ' + CLOCKS + ' width:H speed:H pad:H acc:I*2 hbm:H*4'
NEW = 'hotspot:H mem:H vrsoc:H power:H gfx:H umc:H'
TAIL = ' firmware:Q gfxclk:H*8 socclk:H*4 vclk:H*4 dclk:H*4 uclk:H'
LINKS = ' throttle:I lock:I width:H speed:H xwidth:H xspeed:H acc:I*2 pcie:Q*2 l0:Q replay:Q*2'
RESIDENCY = ' energy:Q time:Q count:I residency:I*5 lock:I width:H speed:H xwidth:H xspeed:H acc:I*2 pcie:Q*2 l0:Q replay:Q*2 nak:I*2'
APU = 'gfxt:H soct:H core:H*8 l3:H*2 gfx:H mm:H'
APU_TAIL = 'power:H cpu:H soc:H gfxp:H corep:H*8 avg:H*6 gfxclk:H socclk:H uclk:H others:H*3 coreclk:H*8 l3clk:H*2 throttle:I fan:H'
LAYOUTS = {
    (1, 0): 'time:Q ' + OLD + ' energy:I ' + CLOCKS + ' width:B speed:B', (1, 1): V1_1, (1, 2): V1_1 + ' firmware:Q',
    (1, 3): V1_1 + ' firmware:Q voltage:H*3 pad1:H indep:Q',
    (1, 4): NEW + ' vcn:H*4 energy:Q time:Q' + LINKS + ' xgmi:Q*16' + TAIL + ' pad:H',
    (1, 5): NEW + ' vcn:H*4 jpeg:H*32 energy:Q time:Q' + LINKS + ' nak:I*2 xgmi:Q*16' + TAIL + ' pad:H',
    (1, 6): NEW + RESIDENCY + ' xgmi:Q*16' + TAIL + ' partitions:H xcp:Q*168 recovery:I',
    (1, 7): NEW + ' bandwidth:Q' + RESIDENCY + ' xgmi:Q*16 status:H*8 pad:H' + TAIL + ' partitions:H xcp:Q*232 recovery:I',
    (1, 8): NEW + ' bandwidth:Q' + RESIDENCY + ' xgmi:Q*16 status:H*8 pad:H' + TAIL + ' partitions:H xcp:Q*440 recovery:I',
    (2, 0): 'time:Q ' + APU + ' ' + APU_TAIL + ' pad:H', (2, 1): APU + ' time:Q ' + APU_TAIL + ' pad:H*3', (2, 2): APU + ' time:Q ' + APU_TAIL + ' pad:H*3 indep:Q',
    (2, 3): APU + ' time:Q ' + APU_TAIL + ' pad:H*3 indep:Q averages:H*12', (2, 4): APU + ' time:Q ' + APU_TAIL + ' pad:H*3 indep:Q averages:H*12 more:H*8'}
SIZES = {(1, 0): 80, (1, 1): 96, (1, 2): 104, (1, 3): 120, (1, 4): 288, (1, 5): 360, (1, 6): 1664, (1, 7): 2208, (1, 8): 3872, (2, 0): 120, (2, 1): 120, (2, 2): 128,
         (2, 3): 152, (2, 4): 168}

def blob(revision):
    """The bytes, and the value of each field: of lists NAME, NAME1, NAME2, ...; `at`: where each begins."""
    out, value, at, number = bytearray(4), {}, {}, 10 + 20 * revision[1]
    for field in LAYOUTS[revision].split():
        name, kind = field.split(':')
        kind, _, count = kind.partition('*')
        size = struct.calcsize('<' + kind)
        out += b'\0' * (-len(out) % size)
        at[name] = len(out)
        for i in range(int(count or 1)):
            v = number % 250 if kind == 'B' else number + 100000 if kind == 'Q' else number
            value[name + str(i or '')] = v
            out += struct.pack('<' + kind, v)
            number += 1
    out += b'\0' * (-len(out) % 8)
    out[:4] = struct.pack('<HBB', len(out), *revision)
    assert len(out) == SIZES[revision], (revision, len(out))
    value['bytes'], value['at'] = bytes(out), at
    return bytes(out), value

def made(revision, v):
    get = v.get
    energy = get('energy') if revision[0] == 1 and revision != (1, 0) else None
    if revision[0] == 1:
        row = [v['gfx'], v['umc'], get('mm'), get('edge'), v['hotspot'], v['mem'], v['power'], energy and energy / 65536, v['gfxclk'], v['uclk'], get('fan')]
    else:
        row = [v['gfx'], None, v['mm'], v['gfxt'] / 100, None, None, v['power'] / 1000, None, v['gfxclk'], v['uclk'], None]
    return row + [get('vcn' + i) if revision[1] in (4, 5) else None for i in ('', '1', '2', '3')] + [None, None]

# Values beside those of NAMES, by card: {track: "VALUE UNIT"}.
more = {}
LIMITS = ('Power', 'Current', 'Temperature', 'Other')

def put_more(card, name, v, unit):
    if v is not None:
        more.setdefault(card, {})[name.replace('#', str(card))] = '%.6g %s' % (v, unit)

def put_limits(card, bits):
    for i, limit in enumerate(LIMITS):
        put_more(card, f'GPU Throttle {limit} [#] (S)', 100 if bits >> 16 * i & 0xffff else 0, '%')

def put_engines(card, kind, values, partition=None):
    for i, v in enumerate(values):
        put_more(card, f'GPU [#] {kind} [{i:02}] (S)' if partition is None else f'GPU [#] {kind} XCP_{partition}: [{i:02}] (S)', v, '%')

def put_links(card, width, speed, bandwidth=None, xwidth=None, xspeed=None, read=None, written=None):
    for name, v, unit in (('PCIe Link Width', width, 'lanes'), ('PCIe Link Speed', speed / 10, 'GT/s'), ('PCIe Bandwidth', bandwidth, 'GB/s'), ('XGMI Link Width', xwidth, 'lanes'),
                          ('XGMI Link Speed', xspeed, 'Gbit/s'), ('XGMI Read', read, 'MB'), ('XGMI Written', written, 'MB')):
        put_more(card, f'GPU {name} [#] (S)', v, unit)

def made_more(card, revision, v):
    if 'indep' in v:
        put_limits(card, v['indep'])
    if (1, 1) <= revision <= (1, 3):
        put_links(card, v['width'], v['speed'])
    if (1, 4) <= revision <= (1, 8):
        sums = [sum(v['xgmi' + str(i or '')] for i in half) * 1.024e-3 for half in (range(8), range(8, 16))]
        put_links(card, v['width'], v['speed'], v['pcie1'], v['xwidth'], v['xspeed'], *sums)
    if revision == (1, 5):
        put_engines(card, 'JPEG Activity', [v['jpeg' + str(i or '')] for i in range(32)])
    if (1, 6) <= revision <= (1, 8):
        jpegs, size = (40, 440) if revision == (1, 8) else (32, 168 if revision == (1, 6) else 232)
        for x in range(8):  # their number, which is made up, is larger
            values = struct.unpack_from(f'<8I{jpegs}H4H', v['bytes'], v['at']['xcp'] + x * size)
            put_engines(card, 'GFX Busy', values[:8], x)
            put_engines(card, 'JPEG Activity', values[8:-4], x)
            put_engines(card, 'VCN Activity', values[-4:], x)

def card_add(content):
    put(len(expected), 'uevent', b'DRIVER=amdgpu\nPCI_SLOT_NAME=0000:%02x:00.0\n' % (0x40 + len(expected)))
    put(len(expected), 'gpu_metrics', content)

for revision in LAYOUTS:
    content, v = blob(revision)
    card_add(content)
    made_more(len(expected), revision, v)
    expected.append(made(revision, v))

# Revision 1.9, which says what each number is: unit, type (u8, s8, u16, ...), id, values.
def attribute(unit, kind, ident, *values):
    return struct.pack(f'<Q{len(values)}{"BbHhIiQq"[kind]}', unit << 24 | kind << 20 | ident << 10 | len(values), *values)

def attributes(*all, count=None, behind=b''):
    out = bytearray(struct.pack('<HBBi', 0, 1, 9, len(all) if count is None else count) + b''.join(all) + behind)
    out[:2] = struct.pack('<H', len(out))
    return bytes(out)

GOOD = (attribute(2, 3, 0, -7), attribute(2, 2, 1, 0xffff), attribute(3, 4, 3, 612), attribute(10, 2, 4, 83), attribute(10, 0, 5, 41), attribute(0, 6, 7, 65536 * 500),
        attribute(0, 2, 999, 1, 2, 3), attribute(0, 4, 16, 16), attribute(7, 2, 17, 320), attribute(0, 0, 18, 8), attribute(6, 2, 19, 25), attribute(8, 6, 23, 55),
        attribute(9, 6, 29, 1000000, 2 ** 64 - 1, 500000), attribute(9, 7, 30, 250000), attribute(1, 2, 33, 1900, 2100), attribute(1, 4, 37, 900),
        attribute(10, 4, 40, 11, 12), attribute(10, 2, 41, 5, 0xffff, 7), attribute(10, 2, 42, 9))
card_add(attributes(*GOOD, behind=b'\0\0'))
put_links(len(expected), 16, 320, 55, 8, 25, 1536, 256)
put_engines(len(expected), 'GFX Busy', (11, 12))
put_engines(len(expected), 'JPEG Activity', (5, None, 7))
expected.append([83, 41, None, None, -7, None, 612, 500, 1900, 900, None, 9] + [None] * 5)

# Those that are not understood: another revision, cut ones, a wrong size, none at all, all bits set: no rows. And one that sleeps.
good = blob((1, 3))[0]
for content in (b'\x78\0\x01\x09' + good[4:], good[:-1], b'\x79\0\x01\x03' + good[4:] + b'\0', b'', b'\x78\0\x01', good[:4] + b'\xff' * 116,
                attributes(*GOOD)[:-1], attributes(*GOOD, count=len(GOOD) + 1), attributes(*GOOD, count=len(GOOD) - 1), attributes(*GOOD, count=-1), attributes(),
                attributes(*GOOD, struct.pack('<Q', 9 << 20 | 1 << 10 | 1) + b'\0' * 16), attributes(*GOOD, struct.pack('<Q', 1 << 10)),
                attributes(*GOOD, struct.pack('<QB', 1 << 40 | 1 << 10 | 1, 1))):
    card_add(content)
    expected.append([None] * len(NAMES))
card_add(good)
put(len(expected), 'power/runtime_status', b'suspended\n')
put(len(expected), 'gpu_busy_percent', b'7\n')
expected.append([None] * len(NAMES))
put(90, 'uevent', b'DRIVER=other\n')

# What the recorded ones of revision 1.3 say of their links, and of what throttles them: one of them its hot spot.
for card, width, bits in (('rx6900xt', 16, 0), ('rx7600s', 8, 1 << 36), ('rx7800xt', 16, 0), ('rx9070', 16, 0)):
    put_links(cards.index(card), width, 160)
    put_limits(cards.index(card), bits)

for tracks in more.values():
    for track, text in tracks.items():
        print(f'{track}|{text}')
for i, row in enumerate(expected):
    for name, v in zip(NAMES, row):
        if v is not None:
            track, unit = (name % i).split('|')
            print('%s|%.6g%s' % (track, v, unit))
