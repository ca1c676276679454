"""Makes the corpus of fuzz_eh: make_eh.py FOLDER. Segments with .eh_frame_hdr and .eh_frame: all encodings of pointers, all instructions, tables that are
sorted, unsorted or absent, and lengths that point outside."""
import os, struct, sys


def uleb(n):
    out = b''
    while True:
        byte, n = n & 0x7f, n >> 7
        out += bytes([byte | (0x80 if n else 0)])
        if not n:
            return out


def sleb(n):
    out = b''
    while True:
        byte, n = n & 0x7f, n >> 7
        done = n == (-1 if byte & 0x40 else 0)
        out += bytes([byte | (0 if done else 0x80)])
        if done:
            return out


SIZES = {0x0: 'Q', 0x2: 'H', 0x3: 'I', 0x4: 'Q', 0xa: 'h', 0xb: 'i', 0xc: 'q'}


def pointer(encoding, value, place, origin=0):
    base = {0x00: 0, 0x10: place, 0x30: origin}[encoding & 0x70]
    kind = encoding & 0x0f
    n = value - base
    if kind == 1:
        return uleb(n & (2**64 - 1))
    if kind == 9:
        return sleb(n)
    code = SIZES[kind]
    bits = 8 * struct.calcsize(code)
    n &= 2**bits - 1
    return n.to_bytes(bits // 8, 'little')


def entry(body, wide=False):
    body += b'\0' * (-(len(body) + 4) % 8)
    return struct.pack('<IQ', 0xffffffff, len(body)) + body if wide else struct.pack('<I', len(body)) + body


# def_cfa rsp+8, offset rip -8: as each CIE begins
FIRST = b'\x0c\x07\x08\x90\x01'
PUSH = b'\x41\x0e\x10\x86\x02\x43\x0d\x06\x4a\x0c\x07\x08'  # push rbp; mov rbp, rsp; leave
PLT = b'\x0e\x10\x46\x0e\x18\x4a\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22'
DRAP = b'\x45\x0c\x0a\x00\x4a\x10\x06\x02\x76\x00\x45\x0f\x03\x76\x78\x06\x41\x0c\x0a\x00\x44\x0c\x07\x08'
AT = lambda n: uleb(1 + len(sleb(n))) + b'\x77' + sleb(n)  # an expression: rsp + n
SIGNAL = b'\x0f\x04\x77\xa0\x01\x06' + b''.join(b'\x10' + bytes([r]) + AT(40 + 8 * i) for i, r in enumerate([8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1,
    0, 2, 7, 16]))
ASM = b'\x41\x0f\x06\x77\xd8\x01\x06\x23\x08'  # *(rsp + 216) + 8
SHORT = b'\x41\x0f\x05\x77\xd8\x01\x06\x23\x08'  # the same, with a length that is wrong by one
ALL = [b'\x0a\x0e\x20\x41\x0b', b'\x02\x03\x0e\x10', b'\x03\x03\x00\x0e\x18', b'\x04\x03\x00\x00\x00\x0e\x20', b'\x05\x06\x03', b'\x06\x06', b'\x07\x10',
    b'\x08\x06', b'\x09\x06\x03',
       b'\x11\x06\x7e', b'\x12\x07\x7f', b'\x13\x7e', b'\x14\x06\x02', b'\x15\x06\x7e', b'\x16\x06\x02\x76\x00', b'\x2e\x10', b'\x2f\x06\x02', b'\xc6', b'\x1d' + bytes(8), b'\x0f\x00',
       b'\x0b', b'\x3f', b'\x0a' * 9, b'\x0f\x7f\x77', b'\x10\x06\x02\x70\x00', b'\x0d\x03', b'\x01' + bytes(8)]


def segment(codes, encoding=0x1b, version=1, letters=b'zR', wide=False, table='sorted', table_encoding=0x3b, count_encoding=0x03, frames_encoding=0x1b,
    augmentation=0, change=None):
    """Functions of 32 bytes, from 0x100000 before the segment on."""
    space = 64 + 8 * len(codes)  # of the header
    frames = b''
    fdes = []
    address = lambda: space + len(frames)
    augment = {b'zR': uleb(1) + bytes([encoding]), b'zRS': uleb(1) + bytes([encoding]),
        b'zPLR': uleb(7) + b'\x9b' + bytes(4) + b'\x1b' + bytes([encoding]), b'': b'', b'zQ': uleb(0), b'eh': bytes(8)}[letters]
    return_register = b'\x10' if version == 1 else uleb(16)
    frames += entry(bytes(4 if not wide else 8) + bytes([version]) + letters + b'\0' + (b'\x08\0' if version == 4 else b'') + uleb(1) + sleb(-8) + return_register + augment + FIRST, wide)
    for i, code in enumerate(codes):
        start, at = -0x1000 + 32 * i, address()
        head = 12 if wide else 4
        id_ = struct.pack('<Q' if wide else '<I', at + head - space)
        place = at + head + len(id_)
        begin = pointer(encoding, start, place)
        size = pointer(encoding & 0x0f, 32, 0)
        fdes.append((start, at))
        frames += entry(id_ + begin + size + (uleb(augmentation) + bytes(augmentation) if letters.startswith(b'z') else b'') + code, wide)
    frames += bytes(4)
    pairs = sorted(fdes) if table == 'sorted' else sorted(fdes, reverse=True)
    header = bytes([1, frames_encoding, 0xff if table == 'none' else count_encoding, 0xff if table == 'none' else table_encoding])
    header += pointer(frames_encoding, space, len(header))
    if table != 'none':
        header += pointer(count_encoding, len(pairs), len(header))
        header += b''.join(struct.pack('<ii', a, b) for a, b in pairs)
    body = bytearray(header + bytes(space - len(header)) + frames)
    if change:
        change(body, space)
    return struct.pack('<H', 0) + bytes(body)


def put(at, code, value):
    def change(body, frames):
        struct.pack_into(code, body, at if at >= 0 else frames - at, value)
    return change


def main(folder):
    os.makedirs(folder, exist_ok=True)
    usual = [PUSH, PLT, DRAP, ASM, SHORT, b'\x0f\x05\x77\xd8\x01\x06', PUSH]
    samples = {'usual': segment(usual), 'signal': segment([SIGNAL, PUSH], letters=b'zRS'), 'not_signal': segment([PUSH], letters=b'zRS'),
        'all': segment(ALL), 'many': segment([PUSH] * 150),
               'unsorted': segment(usual, table='reversed'), 'unsorted_many': segment([PUSH] * 150, table='reversed'), 'no_table': segment(usual, table='none'),
               'wide': segment(usual, wide=True), 'plr': segment(usual, letters=b'zPLR'), 'no_letters': segment(usual, letters=b'', encoding=0), 'unknown_letter': segment(usual, letters=b'zQ'),
               'old_letters': segment(usual, letters=b'eh', encoding=0), 'table_absolute': segment(usual, table_encoding=0x03), 'count_wide': segment(usual, count_encoding=0x04),
               'long_augmentation': segment(usual, augmentation=300), 'frames_absolute': segment(usual, frames_encoding=0x03)}
    for version in 2, 3, 4, 5:
        samples['version_%d' % version] = segment(usual, version=version)
    for encoding in 0x00, 0x01, 0x02, 0x03, 0x04, 0x09, 0x0a, 0x0b, 0x0c, 0x10, 0x12, 0x19, 0x1a, 0x1b, 0x1c, 0x3b, 0x9b:
        samples['encoding_%02x' % encoding] = segment(usual, encoding=encoding & 0x7f, change=None if encoding < 0x80 else put(-16, 'B', encoding))
    for value in 0, 1, 0x7fffffff, 0xffffffff:
        samples['count_%x' % value] = segment(usual, change=put(8, '<I', value))
        samples['frames_%x' % value] = segment(usual, change=put(4, '<I', value))
        samples['cie_size_%x' % value] = segment(usual, change=lambda body, frames, v=value: struct.pack_into('<I', body, frames, v))
    for name, data in samples.items():
        with open(os.path.join(folder, name), 'wb') as f:
            f.write(data)


main(sys.argv[1])
