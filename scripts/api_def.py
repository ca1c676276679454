#!/usr/bin/env python3
"""Writes lines of collector/api/hip/hip.def or collector/hsa/hsa.def from the installed headers, and from
scripts/hip_later.h and hsa_later.h, which declare what the installed headers lack.

    scripts/api_def.py hip|hsa          functions and enumerations
    scripts/api_def.py hip|hsa fields   hip_fields.def, hsa_fields.def: structures of arguments, or that arguments point to

Lines for functions and enumerations of a new release are put into the .def file by hand.
tests/collect/test_api_def.sh compares that file with the output. The parser does not know all
of C: it reads declarations at file scope, as API headers have them.
"""
import os
import re
import subprocess
import sys
import textwrap

from api_struct import Structs

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = {  # API -> (flags, includes, names of functions)
    'hip': (['-D__HIP_PLATFORM_AMD__'], ['<hip/hip_runtime_api.h>', '<hip/hiprtc.h>', '<hip/amd_detail/amd_hip_runtime_pt_api.h>',
                                         f'"{TOP}/scripts/hip_later.h"'], r'hip(?:rtc)?\w+'),
    'hsa': ([f'-I{TOP}/collector/hsa'], ['"hsa_table.h"', f'"{TOP}/scripts/hsa_later.h"'], r'hsa_\w+'),
}
TABLES = [(r'hsa_amd_', 'HSA_AMD'), (r'hsa_ext_(image|sampler)_', 'HSA_IMAGE'), (r'hsa_ext_', 'HSA_FINALIZER'), (r'hsa_', 'HSA_CORE'), (r'hip', 'HIP')]

SIGNED = {'char', 'signed char', 'short', 'int', 'long', 'long long', 'int8_t', 'int16_t', 'int32_t', 'int64_t'}
UNSIGNED = {'unsigned char', 'unsigned short', 'unsigned int', 'unsigned', 'unsigned long', 'unsigned long long', 'size_t', 'uintptr_t',
            'uint8_t', 'uint16_t', 'uint32_t', 'uint64_t'}
NUMBERS = {'float': 'FLOAT', 'double': 'DOUBLE', 'bool': 'BOOL', '_Bool': 'BOOL'}
NUMBERS_C = {'_Bool': 'bool', 'unsigned': 'unsigned int'}
TAKEN = {'call', 'result', 'before'}  # names of a wrapper's own variables
NUMBERS_TO = {'INT', 'UINT', 'FLOAT', 'BOOL'}
OPAQUE = {'hipArray', 'hipMipmappedArray', 'hipGraphicsResource', 'hsa_queue_t'}  # the API has them behind handles
UNNAMED = {'hipGraphNodeType'}  # shown as numbers, since its values changed within HIP 5
NO_VALUES = {'args', 'kernelParams', 'extra', 'code', 'bitcode'}  # names of pointers to something else than one value of their type
OTHERS = {'hip': {'dim3'}}  # structures that only functions without a declaration use
RETURNS = {'const char*': 'text', 'struct hipChannelFormatDesc': 'hipChannelFormatDesc'}


def preprocess(flags, includes):
    """Preprocesses the text, and removes line markers and attributes."""
    source = ''.join(f'#include {i}\n' for i in includes)
    text = subprocess.run(['gcc', '-E', '-P', *flags, '-xc', '-'], input=source, check=True, capture_output=True, text=True).stdout
    text = re.sub(r'__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)', ' ', text)
    return text.replace('__inline', ' ')


def split_arguments(text):
    """Splits a text at the commas that are outside of parentheses."""
    out, depth, part = [], 0, ''
    for c in text:
        depth += (c in '([{') - (c in ')]}')
        if c == ',' and not depth:
            out.append(part)
            part = ''
        else:
            part += c
    out.append(part)
    return [p.strip() for p in out if p.strip()]


def tidy(text):
    return re.sub(r'\s*\*', '*', ' '.join(text.split()))


def parameter(text, position):
    """Returns (type, name) of a parameter's declaration."""
    callback = re.match(r'^(.*?)\(\s*\*\s*(\w+)\s*\)\s*\((.*)\)$', ' '.join(text.split()))
    if callback:
        return tidy(f'{callback[1]}(*)({callback[3]})'), callback[2]
    m = re.match(r'^(.*[\s*])(\w+)\s*((?:\[\w*\])*)$', ' '.join(text.split()))
    kind, name = tidy(m[1]) + ('*' if m[3] else ''), m[2]
    return kind, f'{name}_{position}' if name in TAKEN else name


class Header:
    def __init__(self, text):
        self.text = text
        self.enums = {}     # name -> [(enumerator, value)]
        self.typedefs = {}  # name -> type
        self._enums()
        for m in re.finditer(r'typedef\s+([^;{}()]+?)([\s*]+)(\w+)\s*;', text):
            self.typedefs[m[3]] = (m[1] + m[2]).strip()
        for m in re.finditer(r'typedef\s+[^;]*?\(\s*\*\s*(\w+)\s*\)\s*\([^;]*\)\s*;', text):
            self.typedefs[m[1]] = 'void*'
        self.structs = Structs(self)
        self.handles = set(re.findall(r'struct\s*\w*\s*\{\s*uint64_t handle;\s*\}\s*(\w+)', text))

    def functions(self, pattern):
        """Returns {name: (type of the result, [(type, name) of each parameter])}, in the header's order."""
        found = {}
        for m in re.finditer(r'([\w\s*]+?)\b(' + pattern + r')\s*\(((?:[^()]|\([^()]*\))*)\)\s*;', self._file_scope()):
            if m[1].strip() and not re.search(r'\b(typedef|return)\b', m[1]):
                found.setdefault(m[2], (tidy(m[1]), [parameter(a, i) for i, a in enumerate(split_arguments(m[3])) if a != 'void']))
        return found

    def _file_scope(self):
        """Returns the text without what is in braces."""
        out, depth = [], 0
        for c in self.text:
            if c == '{':
                depth += 1
            elif c == '}':
                depth -= 1
                out.append(';' if not depth else '')
            elif not depth:
                out.append(c)
        return ''.join(out)

    def _enums(self):
        values = {}
        for m in re.finditer(r'enum\s+(\w*)\s*\{([^{}]*)\}\s*(\w*)', self.text):
            items, value = [], 0
            for item in split_arguments(m[2]):
                name, _, expression = (' '.join(x.split()) for x in item.partition('='))
                if expression:
                    expression = re.sub(r'\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b', r'\1', expression)
                    value = int(eval(expression, {}, values))  # safe: we chose the header
                values[name] = value
                items.append((name, value))
                value += 1
            for tag in filter(None, (m[1], m[3])):
                self.enums[tag] = items

    def tag(self, kind):
        """Returns the tag for a parameter of this type: how it is passed and recorded."""
        if kind == 'hipStream_t':
            return 'STREAM'
        if kind.endswith('*') or '(*)' in kind:
            return 'STR' if kind in ('const char*', 'char const*') else 'PTR'
        t = ' '.join(re.sub(r'\bconst\b', ' ', kind).split())
        bare = re.sub(r'^(enum|struct|union) ', '', t)
        if bare in self.enums:
            return 'ENUM' if bare == t else 'ENUM_TAG'
        if t in self.handles:
            return 'HANDLE'
        if t in SIGNED or t in UNSIGNED:
            return 'INT' if t in SIGNED else 'UINT'
        if t in NUMBERS or t == 'dim3':
            return NUMBERS.get(t, 'DIM3')
        if t in self.typedefs and not re.match(r'(struct|union)\b[^*]*$', self.typedefs[t]):
            return self.tag(self.typedefs[t])
        return 'STRUCT'

    def number(self, kind):
        """Returns the C type of a number."""
        while kind not in SIGNED | UNSIGNED and kind in self.typedefs:
            kind = self.typedefs[kind]
        return NUMBERS_C.get(kind, kind)

    def pointee(self, kind, name):
        """Returns what a pointer points to, as (IN or OUT, kind of value, its type); None: not known."""
        if not kind.endswith('*') or '(' in kind or name in NO_VALUES:
            return None
        to = kind[:-1].strip()
        bare = re.sub(r'^(enum|struct|union) ', '', ' '.join(re.sub(r'\b(const|volatile)\b', ' ', to).split()))
        way = 'IN' if 'const' in to and '*' not in to else 'OUT'
        if to.endswith('*'):
            return way, 'POINTER', 'void*'
        if bare in OPAQUE or bare == 'void':
            return None
        if bare == 'char':
            return way, 'STRING', 'char'
        tag = self.tag(to)
        if tag in ('PTR', 'STREAM', 'HANDLE'):
            return way, 'POINTER', 'void*'
        if tag in ('ENUM', 'ENUM_TAG'):
            return (way, 'INT', 'int') if bare in UNNAMED else (way, 'ENUM', bare)
        if tag in NUMBERS_TO:
            return way, tag, self.number(bare)
        return (way, 'STRUCT', bare) if self.structs.known(bare) else None

    def struct_of(self, kind, name):
        """Returns the structure that an argument is, or points to; None: it is no structure with fields."""
        bare = re.sub(r'^(const |struct )*', '', kind)
        if self.tag(kind) == 'STRUCT':
            return bare if self.structs.known(bare) else None
        to = self.pointee(kind, name)
        return to[2] if to and to[1] == 'STRUCT' else None

    def enum_of(self, kind, name):
        to = self.pointee(kind, name)
        return to[2] if to and to[1] == 'ENUM' else re.sub(r'^(const |enum )*', '', kind)

    def argument(self, kind, name):
        tag, to = self.tag(kind), self.pointee(kind, name)
        if to and tag == 'PTR':
            return f'{to[0]}({kind}, {name}, {to[1]}, {to[2]})'
        if tag == 'STRUCT':
            tag = 'BYTES' if not self.struct_of(kind, name) else 'STRUCT_TAG' if kind.startswith('struct ') else 'STRUCT'
        return f'{tag}({re.sub("^(enum|struct) ", "", kind) if tag.endswith("_TAG") else kind}, {name})'


def function_line(header, name, returns, parameters):
    macro = next(m for pattern, m in TABLES if re.match(pattern, name))
    streams = [p for p in parameters if p[0] == 'hipStream_t'][1:]  # the call belongs to the first stream
    arguments = [header.argument(*p) if p not in streams else f'PTR({p[0]}, {p[1]})' for p in parameters]
    return f'{macro}({", ".join([RETURNS.get(returns, returns), name] + arguments)})'


def enum_lines(prefix, name, items):
    seen, values = set(), []
    for enumerator, value in items:
        if value not in seen:
            values.append(f'V({enumerator},{value})')
        seen.add(value)
    lines = textwrap.wrap(' '.join(values), 148, break_long_words=False, break_on_hyphens=False)
    return '\n'.join([f'{prefix}_ENUM({name},'] + ['  ' + line for line in lines]) + ')'


def fields_text(text):
    lines = textwrap.wrap(text.replace(',', ', '), 144, break_long_words=False, break_on_hyphens=False)
    return '\n'.join('  "' + line.replace(' ', '') + '"' for line in lines)


def fields_lines(prefix, structs, flags, includes, names):
    """Prints each structure; both forms of one that later releases changed, which hip_later.h calls NAME_6."""
    later = {n: n + '_6' for n in names if structs.known(n + '_6')}
    fields = structs.fields([*names, *later.values()], flags, includes)
    for name in names:
        size, text = fields[name]
        if name in later:
            new_size, new_text = fields[later[name]]
            print(f'{prefix}_FIELDS_WAS({name}, {max(size, new_size)},\n{fields_text(text)},\n{fields_text(new_text)})')
        else:
            print(f'{prefix}_FIELDS({name}, {size},\n{fields_text(text)})')


def main():
    api = sys.argv[1]
    flags, includes, pattern = HEADERS[api]
    header = Header(preprocess(flags, includes))
    functions = header.functions(pattern)
    arguments = [a for _, parameters in functions.values() for a in parameters]
    structs = sorted({header.struct_of(*a) for a in arguments} - {None} | OTHERS.get(api, set()))
    if sys.argv[2:] == ['fields']:
        fields_lines(api.upper(), header.structs, flags, includes, structs)
        return
    used = {header.enum_of(*a) for a in arguments}.union(*(header.structs.enumerations(s) for s in structs)) & set(header.enums)
    for name in sorted(used):
        print(enum_lines(api.upper(), name, header.enums[name]))
    for name, (returns, parameters) in functions.items():
        print(function_line(header, name, returns, parameters))


if __name__ == '__main__':
    main()
