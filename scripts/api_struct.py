"""The fields of structures, for api_def.py: their names and types from an API's header, their offsets and sizes
from the compiler. STRUCT in ext/format/rocz.h describes the form of the text."""
import os
import re
import subprocess
import tempfile

ELEMENTS = 4  # longer arrays are shown as bytes
LETTERS = {'PTR': 'p', 'STR': 'p', 'STREAM': 'p', 'HANDLE': 'p', 'INT': 'i', 'UINT': 'u', 'BOOL': 'b', 'FLOAT': 'f', 'DOUBLE': 'f', 'ENUM': 'e', 'ENUM_TAG': 'e'}


def members(body):
    """Returns the declarations in a structure's body."""
    out, depth, part = [], 0, ''
    for c in body:
        depth += (c in '{(') - (c in '})')
        if c == ';' and not depth:
            out.append(' '.join(part.split()))
            part = ''
        else:
            part += c
    return [p for p in out if p]


class Structs:
    def __init__(self, header):
        self.header = header
        self.body = {}  # name -> (its name in C, whether it is a union, body)
        for m in re.finditer(r'\b(typedef\s+)?(struct|union)\s+(\w+)?\s*\{', header.text):
            end, depth = m.end(), 1
            while depth:
                depth += {'{': 1, '}': -1}.get(header.text[end], 0)
                end += 1
            name = re.match(r'\s*(\w+)', header.text[end:]) if m[1] else None
            for called, c_name in ((m[3], f'{m[2]} {m[3]}'), (name and name[1], name and name[1])):
                if called:
                    self.body[called] = (c_name, m[2] == 'union', header.text[m.end():end - 1])
        for name, same_as in header.typedefs.items():
            bare = re.sub(r'^(struct|union) ', '', same_as)
            if bare in self.body and name not in self.body:
                self.body[name] = (name, *self.body[bare][1:])

    def leaves(self, body, path=''):
        """Returns (path, letter, enumeration) of each field, and of each field of structures inside."""
        out = []
        for text in members(body):
            nested = re.match(r'^(struct|union)\s*\w*\s*\{(.*)\}\s*(\w*)((?:\[\w+\])*)$', text)
            if nested and (nested[1] == 'struct' or not nested[3]) and not nested[4]:
                out += self.leaves(nested[2], f'{path}{nested[3]}.' if nested[3] else path)
                continue
            if nested:
                out.append((path + nested[3], 'x', ''))
                continue
            if re.search(r':\s*\d+$', text):
                return [(path.rstrip('.'), 'x', '')] if path else []  # a structure with bit fields is shown as bytes
            callback = re.search(r'\(\s*\*\s*(\w+)\s*\)\s*\(', text)
            if callback:
                out.append((path + callback[1], 'p', ''))
                continue
            first = None
            for declarator in re.sub(r'\([^)]*\)', '', text).split(','):
                m = re.match(r'^(?:(.*?[\s*])\s*)?(\*?\s*\w+)\s*((?:\[[^\]]*\])*)$', declarator.strip())
                first = m[1] or first
                out += self.leaf(path, f'{first}{"*" if m[2].startswith("*") else ""}', m[2].strip('* '), m[3])
        return out

    def leaf(self, path, kind, name, dimensions):
        kind = ' '.join(re.sub(r'\b(const|volatile)\b', ' ', kind).split()).replace(' *', '*')
        if re.fullmatch(r'(hip)?reserved\d*', name, re.I):
            return []
        tag = self.header.tag(kind)
        bare = re.sub(r'^(enum|struct|union) ', '', kind)
        if dimensions:
            sizes = re.findall(r'\[\s*(\d+)', dimensions)
            if kind == 'char' and name not in ('bytes', 'luid'):
                return [(path + name, 's', '')]
            if len(sizes) != 1 or int(sizes[0]) > ELEMENTS or tag in ('STRUCT', 'DIM3'):
                return [(path + name, 'x', '')]
            return [leaf for i in range(int(sizes[0])) for leaf in self.leaf(path, kind, f'{name}[{i}]', '')]
        if tag in ('STRUCT', 'DIM3'):
            if bare not in self.body or self.body[bare][1]:
                return [(path + name, 'x', '')]
            return self.leaves(self.body[bare][2], f'{path}{name}.')
        return [(path + name, LETTERS[tag], bare if tag.startswith('ENUM') else '')]

    def enumerations(self, name):
        """Those that its fields have."""
        return {e for _, _, e in self.leaves(self.body[name][2]) if e}

    def known(self, name):
        return name in self.body and bool(self.leaves(self.body[name][2]))

    def fields(self, names, flags, includes):
        """Returns {name: (size, text)}, with the C compiler's layout."""
        lines = []
        for name in names:
            c_name, _, body = self.body[name]
            lines.append(f'printf("{name} %zu", sizeof({c_name}));')
            for path, letter, enum in self.leaves(body):
                lines.append(f'printf(" {path}:{letter}%zu.%zu{"=" if enum else ""}{enum}", offsetof({c_name}, {path}), sizeof((({c_name} *)0)->{path}));')
            lines.append('puts("");')
        source = ''.join(f'#include {i}\n' for i in includes) + '#include <stddef.h>\n#include <stdio.h>\nint main(void) {' + '\n'.join(lines) + '}\n'
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, 'a')
            subprocess.run(['gcc', '-w', *flags, '-xc', '-', '-o', program], input=source, check=True, text=True)
            rows = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
        return {words[0]: (int(words[1]), ','.join(words[2:])) for words in (row.split() for row in rows)}
