#!/usr/bin/env python3
"""Writes collector/api/hsa/hsa_wrappers.c: a typed wrapper for every function of HSA's API
tables that the headers of ROCm 5.2 declare, and for the later ones of hsa_table.h.

    scripts/gen_hsa.py > collector/api/hsa/hsa_wrappers.c

Run at development time, in the repository's top folder, after gen_hsa_list.py; the
result is committed. The wrappers stand in the runtime's table, over our hooks."""
import re

from gen_hip import Emitter, c_text, unique_names
from prototypes import Header, Parameter, preprocess, sizes

FLAGS = ['-Icollector/hsa', '-Iext/format']
INCLUDES = ['"hsa_table.h"']
CATEGORIES = [('CORE', 'HSA_CORE_API'), ('AMD_2', 'HSA_AMD_EXT_API'), ('FINALIZER', 'HSA_FINALIZE_EXT_API'), ('IMAGE', 'HSA_IMAGE_EXT_API')]


class HsaEmitter(Emitter):
    """Handles are structures with one 64-bit member: shown like addresses."""

    def describe(self, p):
        kind, detail = self.header.classify(p.type)
        if kind == 'struct' and self.size[detail] == 8:
            return 'POINTER', 1
        return super().describe(p)

    def store(self, p, word):
        kind, _ = self.header.classify(p.type)
        if kind == 'struct':
            return f'collect_struct_words(call, {word}, &{p.name}, sizeof {p.name});'
        return super().store(p, word)


def callbacks_named(f):
    """`hsa_status_t (*callback)(...)` is a pointer called callback."""
    for i, p in enumerate(f.parameters):
        m = re.match(r'^(.*?)\(\s*\*\s*(\w+)\s*\)\s*\((.*)\)$', p.type)
        p.shown = p.type
        if m:
            p.shown = ' '.join(f'{m.group(1)}(*)({m.group(3)})'.split())
            p.type, p.name = 'void*', m.group(2)


def lists():
    """{list: [functions in order]} of hsa_list.h"""
    text = open('collector/hsa/hsa_list.h').read()
    return {name: re.findall(r'X\((\w+)\)', body) for name, body in re.findall(r'COLLECT_HSA_(\w+)_LIST\(X\) \\\n((?:  X\(\w+\)[ \\]*\n)+)', text)}


def wrapper(e, f, index):
    unique_names(f)
    returns = e.c_type(f.returns)
    space = '' if returns.endswith('*') else ' '
    arguments = ', '.join(f'{e.c_type(p.type)}{"" if e.c_type(p.type).endswith("*") else " "}{p.name}' for p in f.parameters) or 'void'
    types = ', '.join(e.c_type(p.type) for p in f.parameters) or 'void'
    names = ', '.join(p.name for p in f.parameters)
    out = [f'static {returns}{space}wrap_{f.name}({arguments}) {{', f'  collect_function *self = &collect_hsa_function[{index}];',
           '  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);']
    word, stores = 0, []
    for p in f.parameters:
        stores.append('    ' + e.store(p, word))
        word += e.describe(p)[1]
    if stores:
        out += ['  if (collect_wants_args(self, COLLECT_HSA, call)) {', *stores, '  }']
    call = f'(({returns}{space}(*)({types}))self->next)({names})'
    out.append(f'  {call};' if returns == 'void' else f'  {returns}{space}result = {call};')
    code = '0' if returns == 'void' or returns.endswith('*') else '(int32_t)result'
    out.append(f'  collect_end(self, COLLECT_HSA, call, {code});')
    if returns != 'void':
        out.append('  return result;')
    out.append('}')
    return '\n'.join(out), word


def main():
    header = Header(preprocess(INCLUDES, FLAGS))
    declared = header.functions(r'hsa_\w+')
    table = []
    for name, category in CATEGORIES:
        table += [(declared[f], category) for f in lists()[name] if f in declared]
    e = HsaEmitter(header)
    by_value = set()
    for f, _ in table:
        callbacks_named(f)
        by_value.update(detail for kind, detail in (header.classify(p.type) for p in f.parameters) if kind == 'struct')
    e.size = sizes(INCLUDES, FLAGS, sorted(by_value))

    wrappers, rows, parameters, places = [], [], [], []
    for index, (f, category) in enumerate(table):
        text, words = wrapper(e, f, index)
        wrappers.append(text)
        places.append(f'  {{COLLECT_ID_{f.name}, (void *)wrap_{f.name}}},')
        word, items = 0, []
        for p in f.parameters:
            form, n = e.describe(p)
            items.append(f'  {{{c_text(p.name)}, {c_text(p.shown)}, ROCZ_F_{form}, {word}, {n}, {e.enumerators(p)}}},')
            word += n
        if items:
            parameters.append(f'static const collect_parameter parameters_{index}[] = {{\n' + '\n'.join(items) + '\n};')
        rows.append(f'  {{.generation = COLLECT_NEVER, .name = "{f.name}", .category = "{category}", .api = &collect_hsa_api' +
                    (f', .parameter = parameters_{index}, .parameters = {len(items)}, .words = {words}' if items else '') + '},')

    print("/* Wrappers of HSA's functions. Written by scripts/gen_hsa.py; do not edit.")
    print('** Structures are opaque here, of the same size and class of registers as HSA\'s. */')
    print('#include "hsa_api.h"\n')
    for s in sorted(e.struct_used):
        print(f'typedef struct struct_{s} {{ uint64_t word[{e.size[s] // 8}]; }} struct_{s};')
    print()
    for name in sorted(e.enum_used):
        seen, items = set(), []
        for n, v in header.enums[name]:
            if v not in seen:
                items.append(f'{n}={v}')
                seen.add(v)
        print(f'static const char enum_{name}[] =\n' + '\n'.join('  ' + c_text(x + (',' if i + 1 < len(items) else '')) for i, x in enumerate(items)) + ';')
    print()
    print('\n'.join(parameters))
    print(f'\ncollect_function collect_hsa_function[] = {{')
    print('\n'.join(rows))
    print('};\n')
    print('\n\n'.join(wrappers))
    print('\nconst collect_hsa_hook collect_hsa_wrapper[] = {')
    print('\n'.join(places))
    print('};')
    print('const unsigned collect_hsa_wrappers = sizeof collect_hsa_wrapper / sizeof *collect_hsa_wrapper;')


main()
