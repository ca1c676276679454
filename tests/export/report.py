"""Reads what rocpd_export_html writes, by the description in ext/export/html/html.h."""
import json
import re
import struct
import zlib

BLOB = re.compile(rb'<script type="text/plain" id="([^"]+)">([^<]*)</script>')


def covered(spans):
    """Time of the union of (start, end)."""
    busy, at = 0, None
    for start, end in sorted(spans):
        at = start if at is None else at
        busy += max(0, end - max(at, start))
        at = max(at, end)
    return busy


def bytes_of(text):
    assert not set(text) & {0, 13, 60} and max(text) < 128
    rest = bits = 0
    out = bytearray()
    turned = False
    for c in text:
        if c == 127 and not turned:
            turned = True
            continue
        rest |= (c ^ 64 if turned else c) << bits
        bits += 7
        turned = False
        if bits > 7:
            out.append(rest & 255)
            rest >>= 8
            bits -= 8
    assert rest == 0
    return bytes(out)


def column(data, at):
    """Values of the column at a place, None for NULL, and the place of the next column."""
    delta, width, nulls, zero, n, first, base = struct.unpack_from('<BBBBIqq', data, at)
    assert zero == 0 and delta < 2 and width <= 8 and nulls < 3, (delta, width, nulls, zero)
    at += 24
    if nulls == 1:
        return [None] * n, at
    void = [False] * n
    if nulls == 2:
        void = [bool(data[at + i // 8] >> i % 8 & 1) for i in range(n)]
        at += (n + 7) // 8
    x = [sum(data[at + k * n + i] << 8 * k for k in range(width)) for i in range(n)]
    at += width * n
    out, before = [], None
    for i in range(n):
        if void[i]:
            out.append(None)
            continue
        value = x[i] + base if not delta else first if before is None else before + base + x[i]
        before = (value + 2 ** 63) % 2 ** 64 - 2 ** 63
        out.append(before)
    return out, at


def columns(data):
    out, at = [], 0
    while at < len(data):
        one, at = column(data, at)
        out.append(one)
    assert at == len(data)
    return out


class Report:
    def __init__(self, path):
        with open(path, 'rb') as file:
            self.bytes = file.read()
        self.packed = {}
        for m in BLOB.finditer(self.bytes):
            assert m.group(1) not in self.packed, m.group(1)
            self.packed[m.group(1)] = m.group(2)
        self.directory = json.loads(self.inflate(b'directory'))
        self.base = int(self.directory['base'])
        self.bases = [int(t['base']) for t in self.directory['traces']] or [self.base]

    def inflate(self, name):
        return zlib.decompress(bytes_of(self.packed[name]))

    def blob(self, number):
        return self.inflate(b'b%d' % number)

    def text(self, number):
        return None if number is None or number < 0 else self.directory['strings'][number]

    def head(self, number):
        """Class, name, category."""
        kind, name, category = self.directory['heads'][3 * number:3 * number + 3]
        return kind, self.text(name), self.text(category)

    def chunks(self, lane):
        flat = lane['chunks']
        assert len(flat) % 6 == 0
        return [flat[i:i + 6] for i in range(0, len(flat), 6)]

    def lanes(self, trace=0):
        """(track, lane) of one of the traces."""
        for t in self.directory['tracks']:
            if self.directory['processes'][t['process']]['trace'] == trace:
                for lane in t['lanes']:
                    yield t, lane

    def events(self, chunk, trace=0):
        """[{class, name, category, start, end, never_started, fields...}] of a chunk of a trace, in times of its tables."""
        n, first, _, times, fields, _ = chunk
        gap, lengths, head, flags, heads, shortest = columns(self.blob(times))[:6]
        assert len(gap) == len(lengths) == len(head) == len(flags) == n and len(heads) == len(shortest)
        duration = [None] * n
        for i, length in zip(sorted(range(n), key=lambda i: head[i]), lengths):
            duration[i] = None if length is None else length + shortest[head[i]]
        start, begin, end = [], 0, 0
        for i in range(n):
            begin = gap[i] + (begin if flags[i] & 2 else end)
            end = begin + (duration[i] or 0)
            start.append(begin)
        out = []
        for i in range(n):
            kind, name, category = self.head(heads[head[i]])
            begin = self.bases[trace] + first + start[i]
            out.append({'class': kind, 'name': name, 'category': category, 'start': begin, 'head': heads[head[i]],
                        'end': None if duration[i] is None else begin + duration[i], 'never_started': flags[i] & 1})
        data = columns(self.blob(fields))
        at = 0
        for kind, about in enumerate(self.directory['classes']):
            rows = [e for e in out if e['class'] == kind]
            if not rows:
                continue
            for label, text in zip(about['fields'], about['text']):
                assert len(data[at]) == len(rows), (label, len(data[at]), len(rows))
                for e, value in zip(rows, data[at]):
                    e[label] = self.text(value) if text else value
                at += 1
            if about['signature']:
                number, values = data[at], data[at + 1:at + 1 + sum(count for _, count in about['signature'])]
                at += 1 + len(values)
                for e, k in zip(rows, number):
                    part = 0
                    for label, count in about['signature']:
                        e[label] = [v[k] for v in values[part:part + count]]
                        part += count
        assert at == len(data), (at, len(data))
        return out

    def around(self, chunk):
        """(start, end, head) of the events that were open before the chunk's first event."""
        start, duration, head = columns(self.blob(chunk[3]))[6:]
        return [(self.base + s, None if d is None else self.base + s + d, h) for s, d, h in zip(start, duration, head)]

    def table(self, name):
        for t in self.directory['tables']:
            if t['name'] == name:
                return t, json.loads(self.blob(t['blob'])) if t['blob'] >= 0 else []
        raise KeyError(name)
