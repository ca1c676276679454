"""Makes the corpus of fuzz_elf: make_elf.py FOLDER. Small ELF files, as compilers make them, and with offsets, lengths and numbers that are wrong."""
import os, struct, sys

PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NOTE = 1, 2, 3, 4
DT_NEEDED, DT_STRTAB, DT_SONAME, DT_RPATH, DT_RUNPATH = 1, 5, 14, 15, 29
BASE = 0x400000


def elf(bits=64, order='<', parts=(PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NOTE), change=lambda name, value: value, cut=None):
    strings = b'\0libamdhip64.so.6\0$ORIGIN/../lib\0libx.so\0'
    interp = b'/lib64/ld-linux-x86-64.so.2\0'
    note = struct.pack(order + 'III', 6, 6, 1) + b'rocpd\0\0\0' + b'0.1.0\0\0\0'
    head, each = (64, 56) if bits == 64 else (52, 32)
    at = {}
    body = b''
    offset = head + each * len(parts)
    for name, text in ('strings', strings), ('interp', interp), ('note', note):
        at[name] = offset + len(body)
        body += text + b'\0' * (-len(text) % 8)
    entries = [(DT_NEEDED, 1), (DT_SONAME, 33), (DT_RUNPATH, 18), (DT_RPATH, 18), (DT_STRTAB, change('strtab', BASE + at['strings'])), (0, 0)]
    dynamic = b''.join(struct.pack(order + ('QQ' if bits == 64 else 'II'), tag, value) for tag, value in entries)
    at['dynamic'] = offset + len(body)
    body += dynamic
    size = offset + len(body)
    where = {PT_LOAD: (0, size), PT_DYNAMIC: (at['dynamic'], len(dynamic)), PT_INTERP: (at['interp'], len(interp)), PT_NOTE: (at['note'], len(note))}
    headers = b''
    for p in parts:
        o, n = change('offset%d' % p, where[p][0]), change('size%d' % p, where[p][1])
        if bits == 64:
            headers += struct.pack(order + 'IIQQQQQQ', p, 4, o, BASE + where[p][0], 0, n, n, 8)
        else:
            headers += struct.pack(order + 'IIIIIIII', p, o, BASE + where[p][0], 0, n, n, 4, 8)
    ident = b'\x7fELF' + bytes([2 if bits == 64 else 1, 1 if order == '<' else 2, 1]) + bytes(9)
    machine = 62 if bits == 64 else 3
    first = struct.pack(order + ('HHIQQQIHHHHHH' if bits == 64 else 'HHIIIIIHHHHHH'), 3, machine, 1, 0, change('phoff', head), 0, 0, head, change('phentsize', each),
                        change('phnum', len(parts)), 0, 0, 0)
    return (ident + first + headers + body)[:cut]


def changed(what, to):
    return lambda name, value: to if name == what else value


files = {'plain': elf(), 'plain32': elf(32), 'big': elf(64, '>'), 'big32': elf(32, '>'), 'static': elf(parts=(PT_LOAD, PT_NOTE)), 'head': elf(cut=64), 'half': elf(cut=300), 'short': elf(cut=20)}
for what, to in (('phoff', 2**64 - 8), ('phnum', 65535), ('phentsize', 1), ('phentsize', 0), ('strtab', 2**64 - 1), ('strtab', BASE + 10**6), ('offset1', 2**64 - 1), ('size1', 2**64 - 1), ('offset2', 2**63),
                 ('size2', 2**63), ('size2', 8), ('offset3', 10**9), ('size3', 2**64 - 1), ('size3', 0), ('size4', 2**40), ('size4', 11), ('offset4', 8)):
    files['%s_%x' % (what, to)] = elf(change=changed(what, to))
for name, content in files.items():
    with open(os.path.join(sys.argv[1], name), 'wb') as f:
        f.write(content)
