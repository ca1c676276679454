"""Protocol buffers without a schema, as their documentation describes them."""
import collections


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def fields(data):
    """{number: [values]} of a message; nested ones as bytes, numbers without a sign."""
    out, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        assert tag >> 3, 'field 0'
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size, 'message is cut'
        else:
            size = {1: 8, 5: 4}[kind]
            value, at = int.from_bytes(data[at:at + size], 'little'), at + size
        out[tag >> 3].append(value)
    return out


def one(message, number, otherwise=0):
    return message[number][-1] if message.get(number) else otherwise


def packed(values):
    out = []
    for v in values:
        at = 0
        while at < len(v):
            number, at = varint(v, at)
            out.append(number)
    return out


def signed(v):
    return v - (1 << 64) if v >> 63 else v
