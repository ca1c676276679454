#!/usr/bin/env python3
"""Writes collector/api/hip/hip_table.c: a typed wrapper for every function that HIP's
library exports, and the descriptions of the functions and their arguments.

    scripts/gen_hip.py [LIBRARY] > collector/api/hip/hip_table.c

Run at development time, with HIP's headers and library installed; the result is
committed, and needs neither to compile: structures are passed as opaque ones of the
same size. tests/collect/test_hip_table.sh compares it with the library.
"""
import re
import sys

from prototypes import Function, Header, exported, preprocess, sizes

LIBRARY = sys.argv[1] if len(sys.argv) > 1 else '/usr/lib/x86_64-linux-gnu/libamdhip64.so.5'
FLAGS = ['-D__HIP_PLATFORM_AMD__']
INCLUDES = ['<hip/hip_runtime_api.h>', '<hip/hiprtc.h>', '<hip/amd_detail/amd_hip_runtime_pt_api.h>']

# Exported, but in no C header: declared in C++ headers, by the compiler, or nowhere.
EXTRA = '''
hipError_t hipExtLaunchKernel(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args, size_t sharedMemBytes, hipStream_t stream, hipEvent_t startEvent, hipEvent_t stopEvent, int flags);
void** __hipRegisterFatBinary(const void* data);
void __hipRegisterFunction(void** modules, const void* hostFunction, char* deviceFunction, const char* deviceName, unsigned int threadLimit, void* tid, void* bid, dim3* blockDim, dim3* gridDim, int* wSize);
void __hipRegisterManagedVar(void* hipModule, void** pointer, void* init_value, const char* name, size_t size, unsigned int align);
void __hipRegisterSurface(void** modules, void* var, char* hostVar, char* deviceVar, int type, int ext);
void __hipRegisterTexture(void** modules, void* var, char* hostVar, char* deviceVar, int type, int norm, int ext);
void __hipRegisterVar(void** modules, void* var, char* hostVar, char* deviceVar, int ext, size_t size, int constant, int global);
void __hipUnregisterFatBinary(void** modules);
hipError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream);
hipError_t __hipPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem, hipStream_t* stream);
'''
# C++ functions: symbol, name in the trace, prototype.
MANGLED = [
    ('_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j', 'hipExtModuleLaunchKernel',
     'hipError_t f(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void** kernelParams, void** extra, hipEvent_t startEvent, hipEvent_t stopEvent, uint32_t flags);'),
    ('_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_', 'hipHccModuleLaunchKernel',
     'hipError_t f(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void** kernelParams, void** extra, hipEvent_t startEvent, hipEvent_t stopEvent);'),
    ('_ZN8hip_impl22hipLaunchKernelGGLImplEmRK4dim3S2_jP12ihipStream_tPPv', 'hipLaunchKernelGGLImpl',
     'void f(uintptr_t function_address, const dim3* numBlocks, const dim3* dimBlocks, uint32_t sharedMemBytes, hipStream_t stream, void** kernarg);'),
    ('_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc', 'hipCreateSurfaceObject',
     'hipError_t f(hipSurfaceObject_t* pSurfObject, const hipResourceDesc* pResDesc);'),
    ('_Z23hipDestroySurfaceObjectP13__hip_surface', 'hipDestroySurfaceObject', 'hipError_t f(hipSurfaceObject_t surfaceObject);'),
]
# Not wrapped, and why.
LEFT_OUT = {
    '__gnu_f2h_ieee': "a compiler's helper for half floats, no API",
    '__gnu_h2f_ieee': "a compiler's helper for half floats, no API",
    '__hipGetPCH': "hands hiprtc's compiler a precompiled header, from inside the library",
    'amd_dbgapi_get_build_id': "the debugger's library, linked in",
    'amd_dbgapi_get_build_name': "the debugger's library, linked in",
    'amd_dbgapi_get_git_hash': "the debugger's library, linked in",
    'hipApiName': 'tools interface: tools call it from their callbacks',
    'hipEnableActivityCallback': 'tools interface',
    'hipGetCmdName': 'tools interface',
    'hipGetStreamDeviceId': 'tools interface: roctracer calls it for every record',
    'hipInitActivityCallback': 'tools interface',
    'hipKernelNameRef': 'tools interface',
    'hipKernelNameRefByPtr': 'tools interface',
    'hipRegisterActivityCallback': 'tools interface',
    'hipRegisterApiCallback': 'tools interface',
    'hipRemoveActivityCallback': 'tools interface',
    'hipRemoveApiCallback': 'tools interface',
}
# Functions about which the collector must know more than their row: hip.h has
# collect_before_NAME(arguments), collect_after_NAME(result, arguments).
AFTER = {'hipStreamCreate', 'hipStreamCreateWithFlags', 'hipStreamCreateWithPriority', 'hipExtStreamCreateWithCUMask', 'hipStreamDestroy'}
BEFORE = {'hipStreamDestroy'}  # its value is the first argument after the result

FORMATS = {'pointer': 'POINTER', 'string': 'STRING', 'enum': 'ENUM', 'float': 'FLOAT', 'double': 'DOUBLE', 'bool': 'BOOL'}


def c_text(s):
    return '"' + s.replace('\\', '\\\\').replace('"', '\\"') + '"'


class Emitter:
    def __init__(self, header):
        self.header = header
        self.enum_used = {}
        self.struct_used = {}

    def c_type(self, type_text):
        kind, detail = self.header.classify(type_text)
        if kind == 'pointer':
            return 'void *'
        if kind == 'string':
            return 'const char *'
        if kind == 'enum':
            return 'int'
        if kind == 'bool':
            return 'bool'
        if kind == 'integer':
            size, signed = detail
            return ('int' if signed else 'uint') + f'{size * 8}_t'
        if kind == 'struct':
            self.struct_used[detail] = None
            return f'struct_{detail}'
        return kind  # float, double, void

    def describe(self, p):
        """(format, words) of an argument"""
        kind, detail = self.header.classify(p.type)
        if kind == 'integer':
            return ('INT' if detail[1] else 'UINT'), 1
        if kind == 'struct':
            if detail == 'dim3':
                return 'DIM3', 2
            return 'STRUCT', (self.size[detail] + 7) // 8
        return FORMATS[kind], 1

    def store(self, p, word):
        form, _ = self.describe(p)
        n = p.name
        if form == 'DIM3':
            return f'collect_struct_words(call, {word}, &{n}, sizeof {n});'
        if form == 'STRUCT':
            return f'collect_struct_words(call, {word}, &{n}, sizeof {n});'
        if form == 'STRING':
            return f'collect_word(call, {word}, collect_string_word({n}));'
        if form == 'POINTER':
            return f'collect_word(call, {word}, (uintptr_t){n});'
        if form in ('FLOAT', 'DOUBLE'):
            return f'collect_struct_words(call, {word}, &{n}, sizeof {n});'
        if form in ('INT', 'ENUM'):
            return f'collect_word(call, {word}, (uint64_t)(int64_t){n});'
        return f'collect_word(call, {word}, {n});'

    def enumerators(self, p):
        kind, detail = self.header.classify(p.type)
        if kind != 'enum':
            return 'NULL'
        self.enum_used[detail] = None
        return f'enum_{detail}'


def unique_names(f):
    """C keywords and clashes among parameters."""
    seen = {'call', 'result', 'self', 'before'}
    for i, p in enumerate(f.parameters):
        if p.name in seen:
            p.name += f'_{i}'
        seen.add(p.name)


def wrapper(e, f, index, symbol, kind):
    unique_names(f)
    returns = e.c_type(f.returns)
    arguments = ', '.join(f'{e.c_type(p.type)}{"" if e.c_type(p.type).endswith("*") else " "}{p.name}' for p in f.parameters) or 'void'
    types = ', '.join(e.c_type(p.type) for p in f.parameters) or 'void'
    names = ', '.join(p.name for p in f.parameters)
    stream = next((p.name for p in f.parameters if p.type == 'hipStream_t'), 'COLLECT_NO_STREAM')
    space = '' if returns.endswith('*') else ' '
    c_name = f.name if symbol == f.name else f'collect_cxx_{f.name}'
    label = '' if symbol == f.name else f' __asm__("{symbol}")'
    out = [f'COLLECT_EXPORT {returns}{space}{c_name}({arguments}){label};']
    out.append(f'{returns}{space}{c_name}({arguments}) {{')
    out.append(f'  collect_function *self = &collect_hip_function[{index}];')
    if f.name in BEFORE:
        out.append(f'  uint64_t before = collect_before_{f.name}({names});')
    out.append(f'  collect_call call = collect_begin(self, COLLECT_HIP, {stream});')
    word, stores = 0, []
    for p in f.parameters:
        stores.append('    ' + e.store(p, word))
        word += e.describe(p)[1]
    if stores:
        out.append('  if (collect_wants_args(self, COLLECT_HIP, call)) {')
        out += stores
        out.append('  }')
    call = f'(({returns}{space}(*)({types}))self->next)({names})'
    code = {'error': '(int32_t)result', 'void': '0', 'pointer': '0'}[kind if kind in ('error', 'void') else 'pointer']
    if kind == 'number':
        code = '(int32_t)result'
    out.append(f'  {call};' if returns == 'void' else f'  {returns}{space}result = {call};')
    out.append(f'  collect_end(self, COLLECT_HIP, call, {code});')
    if f.name in AFTER:
        out.append(f'  collect_after_{f.name}(result, {"before, " if f.name in BEFORE else ""}{names});')
    if returns != 'void':
        out.append('  return result;')
    out.append('}')
    return '\n'.join(out), word


def return_kind(e, f):
    kind, detail = e.header.classify(f.returns)
    if kind == 'void':
        return 'void', 'COLLECT_HIP_NOTHING'
    if kind == 'enum' and detail == 'hiprtcResult':
        return 'error', 'COLLECT_HIP_RTC'
    if kind == 'enum':
        return 'error', 'COLLECT_HIP_ERROR'
    if kind == 'string':
        return 'pointer', 'COLLECT_HIP_TEXT'
    if kind == 'struct':
        return 'struct', 'COLLECT_HIP_STRUCT'
    return ('number' if kind in ('integer', 'bool') else 'pointer'), 'COLLECT_HIP_NOTHING'


def category(name):
    return 'HIP_COMPILER_API_EXT' if name.startswith('__hip') else 'HIP_RUNTIME_API_EXT'


def main():
    header = Header(preprocess(INCLUDES, FLAGS))
    declared = header.functions(r'(?:__)?hip(?:rtc)?\w+')
    declared.update(Header.functions(type('', (), {'_file_scope': lambda self: EXTRA})(), r'(?:__)?hip\w+'))
    symbols = exported(LIBRARY)
    table = []  # (symbol, Function)
    for symbol, name, prototype in MANGLED:
        if symbol in symbols:
            m = re.match(r'(.*?)\bf\((.*)\);$', prototype)
            table.append((symbol, Function(name, m.group(1), m.group(2))))
    for symbol in symbols:
        if symbol in declared and symbol not in LEFT_OUT:
            table.append((symbol, declared[symbol]))
    table.sort(key=lambda x: x[1].name)
    known = {s for s, _ in table} | set(LEFT_OUT)
    missing = [s for s in symbols if s not in known]
    if missing:
        sys.exit('exported, but neither declared nor left out: ' + ' '.join(missing))

    e = Emitter(header)
    by_value = set()
    for _, f in table:
        for t in [f.returns] + [p.type for p in f.parameters]:
            kind, detail = header.classify(t)
            if kind == 'struct':
                by_value.add(detail)
    e.size = sizes(INCLUDES, FLAGS, sorted(by_value))

    wrappers, rows, parameters = [], [], []
    for index, (symbol, f) in enumerate(table):
        kind, api = return_kind(e, f)
        text, words = wrapper(e, f, index, symbol, kind)
        wrappers.append(text)
        word, items = 0, []
        for p in f.parameters:
            form, n = e.describe(p)
            items.append(f'  {{{c_text(p.name)}, {c_text(p.type)}, ROCZ_F_{form}, {word}, {n}, {e.enumerators(p)}}},')
            word += n
        if items:
            parameters.append(f'static const collect_parameter parameters_{index}[] = {{\n' + '\n'.join(items) + '\n};')
        name = f'.name = {c_text(f.name)}'
        if symbol != f.name:
            name += f', .symbol = {c_text(symbol)}'
        rows.append(f'  {{.generation = COLLECT_NEVER, {name}, .category = "{category(f.name)}", .api = &collect_hip_api[{api}]' +
                    (f', .parameter = parameters_{index}, .parameters = {len(items)}, .words = {words}' if items else '') + '},')

    print('/* Wrappers of HIP\'s functions. Written by scripts/gen_hip.py; do not edit.')
    print('**')
    print('** Structures are opaque here, of the same size and class of registers as HIP\'s.')
    print('** Exported by the library, but left out:')
    for s in symbols:
        if s in LEFT_OUT:
            print(f'**   {s}: {LEFT_OUT[s]}')
    print('*/')
    print('#include "hip.h"\n')
    for s in sorted(e.struct_used):
        size = e.size[s]
        element = 'uint64_t' if size % 8 == 0 else 'uint32_t'
        print(f'typedef struct struct_{s} {{ {element} word[{size // (8 if element == "uint64_t" else 4)}]; }} struct_{s};')
    print()
    for name in sorted(e.enum_used):
        seen, items = set(), []
        for n, v in header.enums[name]:
            if v not in seen:
                items.append(f'{n}={v}')
                seen.add(v)
        lines, line = [], ''
        for i, item in enumerate(items):
            item += ',' if i + 1 < len(items) else ''
            if len(line) + len(item) > 130:
                lines.append(line)
                line = ''
            line += item
        lines.append(line)
        print(f'static const char enum_{name}[] =\n' + '\n'.join('  ' + c_text(x) for x in lines) + ';')
    print()
    print('\n'.join(parameters))
    print(f'\ncollect_function collect_hip_function[{len(rows)}] = {{')
    print('\n'.join(rows))
    print('};\n')
    print('\n\n'.join(wrappers))


if __name__ == '__main__':
    main()
