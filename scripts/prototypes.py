"""Reads C declarations from a preprocessed header: functions, enumerations, types.

For the generators of traced APIs' wrappers (gen_hip.py, ...), run at development
time. It knows no full C: declarations at file scope, as API headers have them.
"""
import re
import subprocess
import tempfile

INTEGERS = {  # C type -> (bytes, signed)
    'char': (1, True), 'signed char': (1, True), 'unsigned char': (1, False), 'short': (2, True), 'unsigned short': (2, False),
    'int': (4, True), 'unsigned int': (4, False), 'unsigned': (4, False), 'long': (8, True), 'unsigned long': (8, False),
    'long long': (8, True), 'unsigned long long': (8, False), 'size_t': (8, False), 'uintptr_t': (8, False),
    'int8_t': (1, True), 'uint8_t': (1, False), 'int16_t': (2, True), 'uint16_t': (2, False),
    'int32_t': (4, True), 'uint32_t': (4, False), 'int64_t': (8, True), 'uint64_t': (8, False),
}


def preprocess(includes, flags=()):
    """The text after the C preprocessor, without line markers."""
    with tempfile.NamedTemporaryFile('w', suffix='.c') as f:
        f.write(''.join(f'#include {i}\n' for i in includes))
        f.flush()
        return subprocess.run(['gcc', '-E', '-P', *flags, f.name], check=True, capture_output=True, text=True).stdout


def exported(library):
    """Defined dynamic symbols, without their versions."""
    text = subprocess.run(['nm', '-D', '--defined-only', library], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in text.splitlines())
    return sorted({r[-1].split('@')[0] for r in rows if r[-2] in 'TW'})


def split_arguments(text):
    """Splits at the commas outside of parentheses."""
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


class Parameter:
    def __init__(self, text, position):
        text = re.sub(r'\s*=.*$', '', ' '.join(text.split()))  # a default value of C++
        m = re.match(r'^(.*[\s*&])(\w+)\s*((?:\[\w*\])*)$', text)
        if m and m.group(2) not in INTEGERS and not re.fullmatch(r'(const|struct|enum)\s*', m.group(1)):
            self.type, self.name = m.group(1).strip(), m.group(2)
            if m.group(3):
                self.type += '*'
        else:
            self.type, self.name = text, f'arg{position}'
        self.type = re.sub(r'\s*\*', '*', self.type)


class Function:
    def __init__(self, name, returns, arguments):
        self.name = name
        self.returns = re.sub(r'\s*\*', '*', ' '.join(returns.split()))
        self.parameters = [Parameter(a, i) for i, a in enumerate(split_arguments(arguments)) if a != 'void']


class Header:
    def __init__(self, text):
        text = re.sub(r'__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)', ' ', text)
        text = text.replace('__inline', ' ').replace('extern "C"', ' ')
        self.text = text
        self.enums = {}      # name -> [(enumerator, value)]
        self.typedefs = {}   # name -> type text
        self.structs = set()
        self._enums()
        self._typedefs()

    def functions(self, pattern):
        """Prototypes whose name matches, in order."""
        found = {}
        flat = self._file_scope()
        for m in re.finditer(r'([\w\s*]+?)\b(' + pattern + r')\s*\(((?:[^()]|\([^()]*\))*)\)\s*;', flat):
            returns = m.group(1).strip()
            if returns and 'typedef' not in returns and 'return' not in returns.split():
                found.setdefault(m.group(2), Function(m.group(2), returns, m.group(3)))
        return found

    def _file_scope(self):
        """The text without what stands in braces."""
        out, depth = [], 0
        for c in self.text.replace('extern "C" {', ''):
            if c == '{':
                depth += 1
            elif c == '}':
                depth = max(0, depth - 1)
                out.append(';' if not depth else '')
            elif not depth:
                out.append(c)
        return ''.join(out)

    def _enums(self):
        names = {}
        for m in re.finditer(r'enum\s+(\w*)\s*\{([^{}]*)\}\s*(\w*)', self.text):
            values, next_value = [], 0
            for item in split_arguments(m.group(2)):
                name, _, expression = (x.strip() for x in item.partition('='))
                if expression:
                    expression = re.sub(r'\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b', r'\1', expression)
                    next_value = int(eval(expression, {}, names))  # of a header that we chose
                names[name] = next_value
                values.append((name, next_value))
                next_value += 1
            for tag in (m.group(1), m.group(3)):
                if tag:
                    self.enums[tag] = values

    def _typedefs(self):
        for m in re.finditer(r'typedef\s+([^;{}()]+?)([\s*]+)(\w+)\s*;', self.text):
            self.typedefs[m.group(3)] = (m.group(1) + m.group(2)).strip()
        for m in re.finditer(r'typedef\s+[^;]*?\(\s*\*\s*(\w+)\s*\)\s*\([^;]*\)\s*;', self.text):
            self.typedefs[m.group(1)] = 'void*'
        for m in re.finditer(r'(?:struct|union)\s*(\w*)\s*\{', self.text):
            end, depth = m.end(), 1
            while depth:
                depth += (self.text[end] == '{') - (self.text[end] == '}')
                end += 1
            tail = re.match(r'\s*(\w+)\s*;', self.text[end:])
            self.structs.update(x for x in (m.group(1), tail and tail.group(1)) if x)

    def classify(self, type_text):
        """('pointer'|'string'|'enum'|'integer'|'float'|'double'|'bool'|'struct'|'void', detail)"""
        t = type_text.strip()
        if t.endswith(('*', '&')):
            return ('string', None) if re.fullmatch(r'(const char|char const)\*', t) else ('pointer', None)
        t = re.sub(r'\b(const|struct|enum|union)\b', ' ', t).strip()
        t = ' '.join(t.split())
        if t == 'void':
            return 'void', None
        if t in ('float', 'double'):
            return t, None
        if t in ('bool', '_Bool'):
            return 'bool', None
        if t in self.enums:
            return 'enum', t
        if t in INTEGERS:
            return 'integer', INTEGERS[t]
        if t in self.structs:
            return 'struct', t
        if t in self.typedefs:
            return self.classify(self.typedefs[t])
        raise ValueError(f'unknown type {type_text!r}')


def sizes(includes, flags, types):
    """sizeof of each type, by the compiler."""
    with tempfile.TemporaryDirectory() as d:
        source = ''.join(f'#include {i}\n' for i in includes) + '#include <stdio.h>\nint main(void) {\n'
        source += ''.join(f'printf("%zu\\n", sizeof({t}));\n' for t in types) + 'return 0; }\n'
        open(f'{d}/s.c', 'w').write(source)
        subprocess.run(['gcc', *flags, '-w', '-o', f'{d}/s', f'{d}/s.c'], check=True)
        out = subprocess.run([f'{d}/s'], check=True, capture_output=True, text=True).stdout
    return dict(zip(types, map(int, out.split())))
