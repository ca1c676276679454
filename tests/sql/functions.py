"""Aggregates against Python's statistics, regexp, names and times for people."""
import os
import random
import re
import statistics
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, check, finish, load, rows  # noqa: E402

db = load()


def one(expression, *args):
    got = rows(db, 'SELECT ' + expression, *args)
    return got if isinstance(got, str) else got[0][0] if len(got[0]) == 1 else got[0]


# ---- aggregates
def drawn():
    most = random.choice([2, 1000, 2 ** 40])
    values = [random.randint(-most, most) if random.random() < .9 else None for _ in range(random.randint(0, 60))]
    return [v / 4 if v is not None and random.random() < .5 else v for v in values] if random.random() < .3 else values


def wrong(got, values, p):
    w = sorted(Fraction(v) for v in values if v is not None)
    if not w:
        return got != (None,) * 4
    place = Fraction(p) / 100 * (len(w) - 1)
    at = int(place)
    quantile = w[at] + (place - at) * (w[at + 1] - w[at]) if place > at else w[at]
    deviation = float(statistics.stdev(w)) if len(w) > 1 else None
    mode = min(set(w), key=lambda x: (-w.count(x), x))
    close = all((a is None) == (b is None) and (a is None or abs(a - float(b)) <= 1e-9 * max(1, abs(float(b))))
                for a, b in zip(got[:3], (statistics.median(w), quantile, deviation)))
    return not close or got[3] != mode


random.seed(1)
db.execute('CREATE TEMP TABLE v(x)')
bad = []
for _ in range(1000):
    values, p = drawn(), random.choice([0, 50, 99, 100, 37.5])
    db.execute('DELETE FROM v')
    db.executemany('INSERT INTO v VALUES (?)', [(v,) for v in values])
    got = one('median(x), percentile(x, ?), stddev(x), mode(x) FROM v', p)
    if wrong(got, values, p):
        bad.append((values, p, got))
check('median, percentile, stddev and mode of 1000 columns', bad[:1], [])
check('grouped', rows(db, "SELECT g, median(x) FROM (SELECT 1 AS g, 5 AS x UNION ALL SELECT 1, 7 UNION ALL SELECT 2, 1) GROUP BY g"), [(1, 6.0), (2, 1.0)])
check('modes of texts and blobs', one("mode(x) FROM (SELECT 'b' AS x UNION ALL SELECT 'a' UNION ALL SELECT 'b' UNION ALL SELECT x'62' UNION ALL SELECT 'a')"), 'a')
check('... 1 and 1.0 are equal', one("mode(x) FROM (SELECT 1 AS x UNION ALL SELECT 1.0 UNION ALL SELECT 0 )"), 1)
check('large integers are not rounded', one('mode(x) FROM (SELECT 9007199254740993 AS x UNION ALL SELECT 9007199254740993 UNION ALL SELECT 9007199254740992)'),
      9007199254740993)
check('values that are not numbers', one("median('a')"), 'OperationalError: expected a number in every row, found a text or blob')
check('... of stddev', one("stddev(x'00')"), 'OperationalError: expected a number in every row, found a text or blob')
check('a percentile beyond 100', one('percentile(1, 101)'), 'OperationalError: percentile: expected a number from 0 to 100 as second argument')
check('... that is not a number', one("percentile(1, 'a')"), 'OperationalError: percentile: expected a number from 0 to 100 as second argument')
check('... that changes', one('percentile(x, x) FROM (SELECT 1 AS x UNION ALL SELECT 2)'), 'OperationalError: percentile: expected the same second argument in all rows')

check('rocpd_sum', (one('rocpd_sum(column1) FROM (VALUES (1), (NULL), (2))'), one('rocpd_sum(column1) FROM (VALUES (9223372036854775807), (5))'),
      one('rocpd_sum(column1) FROM (VALUES (-9223372036854775807), (-5))'), one('rocpd_sum(column1) FROM (VALUES (9223372036854775807), (5), (-9223372036854775807))'), one('rocpd_sum(1) WHERE 0'),
      one("rocpd_sum('x')")), (3, 2 ** 63 - 1, 1 - 2 ** 63, 5, None, one("rocpd_sum('x')") if 'expected' in str(one("rocpd_sum('x')")) else 'an error'))

# ---- regexp
texts = ['', 'gemm_x', 'Cijk_Alik', 'a.b', 'void f<int>(float*)', 'a\nb', 'ä']
patterns = ['', '^(Cijk|gemm)_', r'\.', 'x$', '^$', '[0-9]', '<[^>]*>', 'a{1,2}', 'ä', '(a|b)+']
check('regexp', [(t, p) for t in texts for p in patterns if one('? REGEXP ?', t, p) != bool(re.search(p, t))], [])
check('regexp of NULL', (one("NULL REGEXP 'a'"), one("'a' REGEXP NULL")), (None, None))
check('an expression for each row', one("group_concat('ab' REGEXP p) FROM (SELECT 'a' AS p UNION ALL SELECT 'c' UNION ALL SELECT '^b')"), '1,0,0')
for pattern, why in (('(', 'is not an extended regular expression'), (r'(a)\1', 'has a back reference'), ('(' * 101 + ')' * 101, 'is nested more than 100 deep'),
                     ('((a{99}){99}){99}', 'repeats more than 1000 times'), ('a' * 1001, 'is longer than 1000 bytes'), ('a{', 'is not an extended regular expression')):
    got = one("'a' REGEXP ?", pattern)
    check(f"'{pattern[:20]}' {why}", got if not isinstance(got, str) or why not in got else why, why)

# ---- names
name = 'void ns::add<float, 4>(float*)'
check('short names', (one('rocpd_short_name(?)', name), one("rocpd_short_name(?, 'distinct')", name), one("rocpd_short_name('_Z3addIfEvPT_', 'distinct')")),
      ('add', 'add<float, 4>', 'add<float>'))
check('... without templates', one("rocpd_short_name('(anonymous namespace)::run(int)', 'distinct')"), 'run')
# Names of PyTorch and thrust among them, whose template arguments have operators and lambdas.
KERNELS = [('void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::func_wrapper_t<float, at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4, 4> >(at::native::ReduceOp<float>)', 'reduce_kernel'),
              ('void at::native::elementwise_kernel_manual_unroll<128, 8, at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}::operator()() const::{lambda(float)#1}>(at::TensorIteratorBase&)::{lambda(int, bool)#1}>(int, X)', 'elementwise_kernel_manual_unroll'),
              ('void thrust::hip_rocprim::__parallel_for::kernel<256u, thrust::hip_rocprim::for_each_f<thrust::pointer<S::operator=(S const&)::{lambda()#1}> >, long>(x)', 'kernel'),
              ('void k<A::operator()>(int)', 'k'),
              ('void n::k<&A::operator+>(int)', 'k'),
              ('void n::k<operator new>(int)', 'k'),
              ('void k<S::operator->() const::{lambda()#1}>(int)', 'k'),
              ('void k<S::operator>>(int)::{lambda()#1}>(int)', 'k'),
              ('void k<A<B>::operator()(int)::{lambda()#1}, 4>(int)', 'k'),
              ('n::S<T>::operator()(int) const', 'operator()'),
              ('void n::S::operator()<int>(int) const', 'operator()'),
              ('bool n::operator< <int>(A<int> const&)', 'operator<'),
              ('main::{lambda(int)#1}::operator()(int) const', 'operator()'),
              ('void k<char, (char)62>(int)', 'k'),
              ('void f<(lambda at x.cpp:3:4)>(int)', 'f'),
              ('k(int) [clone .kd]', 'k'),
              ('void (anonymous namespace)::softmax_warp_forward<float, 10, false>(float*)', 'softmax_warp_forward'),
              ('void ns::apply_operator<float>(float*)', 'apply_operator'),
              ('int (&ns::g(int))[3]', 'g'), ('void (*ns::h<int>(int))(char)', 'h'), ('decltype(a+b) ns::f<int>(int)', 'f')]
for name, want in KERNELS:
    check(f'short name of {name[:60]}', one('rocpd_short_name(?)', name), want)
NAMES = [('int* ns::f(int)', 'f', 'f'),
              ('std::ostream& std::operator<< <char>(std::ostream&, char)', 'operator<<', 'operator<< <char>'),
              ('ns::S::operator bool() const', 'operator bool', 'operator bool'),
              ('ns::S::operator std::vector<int, A<int> >() const', 'operator std::vector<int, A<int> >', 'operator std::vector<int, A<int> >'),
              ('operator"" _km(long double)', 'operator"" _km', 'operator"" _km'),
              ('void (*ns::get<int>(int))(char)', 'get', 'get<int>'),
              ('decltype ((g({parm#1})).h<int>()) ns::f<int>(int)', 'f', 'f<int>'),
              ('f[abi:cxx11](int)', 'f[abi:cxx11]', 'f[abi:cxx11]'),
              ('auto f()::{lambda(auto:1)#1}::operator()<int>(int) const', 'operator()', 'operator()<int>'),
              ("main::'lambda'(int)::operator()(int) const", 'operator()', 'operator()'),
              ('void k<std::enable_if<((sizeof (int))<(8)), int>::type>(int)', 'k', 'k<std::enable_if<((sizeof (int))<(8)), int>::type>'),
              ('S<int>::~S()', '~S', '~S'),
              ('operator new[](unsigned long)', 'operator new[]', 'operator new[]'),
              ('Cijk_Alik_Bljk_HHS_BH_MT128x64x16_SE', 'Cijk_Alik_Bljk_HHS_BH_MT128x64x16_SE', 'Cijk_Alik_Bljk_HHS_BH_MT128x64x16_SE'),
              ('std::function<void (int)> f(int)', 'f', 'f'),
              ('f(int)::s::g(int)', 'g', 'g'),
              ('void f(', 'f', 'f'),
              ('', '', '')]
for name, want, distinct in NAMES:
    check(f'short name of {name[:60]}', (one('rocpd_short_name(?)', name), one("rocpd_short_name(?, 'distinct')", name)), (want, distinct))
with open(f'{FOLDER}/names.txt', 'w') as out:
    for i, name in enumerate(('void a::f<int>(int)', 'void b::f<int>(int)', 'void b::g<int>(int)', 'void b::g<int>(char)', 'void a::h<int>(int)', 'void a::h<char>(int)')):
        out.write(f"HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'{name}' start:{2000 + 1000 * i} stop:{2500 + 1000 * i} id:{i}\n")
rows(db, 'SELECT rocpd_attach(?)', f'{FOLDER}/names.txt')
check('parts that tell kernels apart are kept', [n for n, in rows(db, "SELECT rocpd_short_name(name, 'distinct') FROM kernels ORDER BY start")],
      ['a::f<int>', 'b::f<int>', 'void b::g<int>(int)', 'void b::g<int>(char)', 'h<int>', 'h<char>'])
check('... only with distinct', [n for n, in rows(db, "SELECT rocpd_short_name(name) FROM kernels ORDER BY start")], ['f', 'f', 'g', 'g', 'h', 'h'])
rows(db, 'SELECT rocpd_detach(?)', f'{FOLDER}/names.txt')
check('... an unknown second argument', one("rocpd_short_name('a', 'long')"), "OperationalError: rocpd_short_name: expected 'distinct' as second argument, found 'long'")

# ---- categories
for name, want in (('ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)', 'collective'), ('ncclKernel_SendRecv', 'collective'), ('rcclFoo.kd', 'collective'),
                   ('__amd_rocclr_copyBuffer', 'copy'), ('__amd_rocclr_fillBufferAligned.kd', 'fill'), ('Cijk_Ailk_Bljk_HHS_BH_MT128x128', 'gemm'),
                   ('void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::func_wrapper_t<elementwise>>>(int)', 'reduction'),
                   ('void at::native::vectorized_elementwise_kernel<4, at::native::reduce_add, std::array<char*, 3ul> >(int)', 'elementwise'),
                   ('miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3_stride1', 'convolution'), ('void convert_kernel<float>()', 'elementwise'), ('flash_fwd_splitkv', 'attention'), ('void FlashATTENTION<64>(float*)', 'attention'),
                   ('void ck::kernel<ck::GridwiseGemm<128> >(ck::Arg)', 'gemm'), ('_Z9attentionPf', 'attention'), ('mine', 'compute'), ('', 'compute'), (None, None)):
    check(f'category of {name}', one('rocpd_category(?)', name), want)
for category, want in [('HIP_RUNTIME_API_EXT', 'hip'), ('HSA_AMD_EXT_API', 'hsa'), ('rocm_hsa_api', 'hsa'), ('marker_core_api', 'markers'), ('KERNEL_ARGUMENTS', 'kernel arguments'), ('pthread', None), ('', None),
                       (None, None), (7, None), ('x' * 70, None), ('RCCL_API' + 'x' * 70, 'rccl')]:
    check(f'domain of {category}', one('rocpd_domain(?)', category), want)
check('no row has the domain of another', one("group_concat(ifnull(rocpd_domain(x), '-')) FROM (SELECT 'RCCL_API' AS x UNION ALL SELECT 'RCCL' UNION ALL SELECT 'RCCL' UNION ALL SELECT 'PYTHON')"), 'rccl,-,-,python')
check('no argument of another category', one("group_concat(rocpd_category(x)) FROM (SELECT 'gemm' AS x UNION ALL SELECT 'conv' UNION ALL SELECT 'gemm')"), 'gemm,convolution,gemm')
mine = load()
mine.execute('CREATE TABLE rocpd_categories(pattern, category)')
mine.executemany('INSERT INTO rocpd_categories VALUES(?, ?)', [(None, 'x'), ('x', None), ('*Gemm*', 'stencil'), ('void a::f(int)', 'whole'), ('f', 'own')])
ask = "SELECT rocpd_category('myGemm'), rocpd_category('mygemm'), rocpd_category('void a::f(int)'), rocpd_category('void b::f(int)'), rocpd_category('_Z1fi')"
check("the user's patterns", rows(mine, ask), [('stencil', 'gemm', 'whole', 'own', 'own')])
mine.execute("UPDATE rocpd_categories SET category = 'other' WHERE pattern = 'f'")
check('... that change', rows(mine, ask), [('stencil', 'gemm', 'whole', 'other', 'other')])
mine.execute('DROP TABLE rocpd_categories')
check('... that go', rows(mine, "SELECT rocpd_category('myGemm')"), [('gemm',)])
mine.execute('CREATE TEMP TABLE rocpd_categories(pattern, kind)')
check('... without a column', rows(mine, "SELECT rocpd_category('a')"),
      'OperationalError: rocpd_category: table rocpd_categories: expected columns pattern and category: no such column: category')

# ---- times for people
for ns, text in ((0, '0 ns'), (999, '999 ns'), (1000, '1.00 us'), (1234567, '1.23 ms'), (12345678, '12.3 ms'), (999499, '999 us'), (999500, '1.00 ms'), (9995, '10.0 us'),
                 (-90500000000, '-1 min 30.5 s'), (59949999999, '59.9 s'), (59950000000, '1 min 0.0 s'), (7261000000000, '2 h 1 min'), (1.5, '1 ns'),
                 (2 ** 63 - 1, '2562047 h 47 min'), (-2 ** 63, '-2562047 h 47 min'), (None, None)):
    check(f'human {ns}', one('rocpd_human(?)', ns), text)
for ns, text in ((0, '1970-01-01 00:00:00.000000000'), (-1, '1969-12-31 23:59:59.999999999'), (1700000000123456789, '2023-11-14 22:13:20.123456789'),
                 (2 ** 63 - 1, '2262-04-11 23:47:16.854775807'), (-2 ** 63, '1677-09-21 00:12:43.145224192'), (None, None)):
    check(f'utc {ns}', one('rocpd_utc(?)', ns), text)
check('not a number', (one("rocpd_human('x')"), one("rocpd_utc('x')")), ("OperationalError: rocpd_human: expected ns, found 'x'", "OperationalError: rocpd_utc: expected ns, found 'x'"))

# ---- functions that the client defined stay
own = load()
check('loaded again', rows(own, 'SELECT median(1)'), [(1.0,)])
import sqlite3  # noqa: E402
kept = sqlite3.connect(':memory:')
kept.create_function('regexp', 2, lambda p, x: 'mine')
kept.enable_load_extension(True)
kept.load_extension(BUILD + '/rocpd')
check("a client's own regexp", kept.execute("SELECT 'a' REGEXP 'b'").fetchall(), [('mine',)])
finish()
