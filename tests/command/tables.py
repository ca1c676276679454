# Tables of reports on terminals of many widths: no line is wider, different names stay different, and columns that are left out are named.
import glob, os, re, subprocess, sys, unicodedata
import terminal

rocpd, trace, folder = sys.argv[1:4]
failed = 0

def check(what, got, want):
    global failed
    if got == want:
        print('ok', what)
    else:
        failed = 1
        print(f'not ok {what}: {got!r}, not {want!r}')

def shown(width, *words, **more):
    return terminal.shown(width, [rocpd, *words], environment=more)[0]

def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)

# Every report with a table, and the columns in order of importance from its file.
keeps = {}
for file in sorted(glob.glob(os.path.join(folder, '*.sql'))):
    text = open(file).read()
    keeps[os.path.basename(file)[:-4]] = [line[9:].split(', ') for line in text.split('\n') if line.startswith('-- keep: ')]
for report in keeps:
    if report != 'rpt':
        check(f'{report} has a keep line', len(keeps[report]) > 0, True)
for report, lists in keeps.items():
    paths = [trace, trace] if report == 'diff' else [trace]
    wrong = [subprocess.run([rocpd, report, '--columns', ','.join(names), *paths], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr for names in lists]
    check(f'{report} has the columns of its keep line', [text for text in wrong if 'has no column' in text], [])
for width in 40, 60, 80, 132, 250:
    wide = []
    for report in keeps:
        if report != 'rpt':
            wide += [(report, line) for line in shown(width, report, *([trace, trace] if report == 'diff' else [trace])).split('\n') if columns(line) > width]
    check(f'no line is wider than {width} columns', wide, [])

# Names that differ in one letter at any place.
names = ['kernel_of_the_first_layer_forward_%s_with_a_long_end_that_is_the_same' % x for x in ('alpha', 'beta', 'gamma')]
names += ['x%s_the_same_from_here_on_to_the_very_end_of_the_name' % x for x in 'ab'] + ['the_same_from_the_begin_on_to_the_very_end_of_the_name_%s' % x for x in 'ab']
names += ['核函数' * 8 + x for x in '一二']
with open('names.txt', 'w') as out:
    for i, name in enumerate(names):
        print(f"HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'{name}' start:{2000 + 1000 * i} stop:{2500 + 1000 * i + i} id:{i}", file=out)
for width in range(30, 140, 5):
    lines = shown(width, 'top', '--columns', 'kernel,calls,time', 'names.txt').split('\n')
    rows = [line for line in lines[1:] if line and not line.startswith('(')]
    cut = [line.split()[0] for line in rows]
    check(f'{width} columns: different names stay different', (len(cut), len(set(cut))), (len(names), len(names)))
    starts = {columns(line[:line.index(' ns')]) for line in rows if ' ns' in line}
    check(f'{width} columns: numbers are aligned, also after wide characters', len(starts), 1)

def headings(width, *words): # the names of the columns of each table; they are separated by several blanks
    tables = re.split(r'\n\n', shown(width, *words))
    return [re.split(r'  +', next(line for line in table.split('\n') if re.match(r' *[a-z]', line)).strip()) for table in tables]

check('gaps at 40 columns: the most important columns, in the order of the report', headings(40, 'gaps', trace), [['cause', 'host call', 'idle', 'share'], ['duration', 'gpu', 'rank', 'cause', 'from']])
check('copies at 40 columns', headings(40, 'copies', trace), [['direction', 'size', 'n', 'time']])
check('... and at 60', headings(60, 'copies', trace), [['direction', 'size', 'n', 'bytes', 'time', 'GB/s']])
check('overlap at 40 columns: narrower columns replace wide ones', headings(40, 'overlap', trace), [['gpu', 'compute', 'exposed copy', 'idle']])
check('--columns gives the order', headings(40, 'copies', '--columns', 'time,way,median,n,GB/s', trace), [['time', 'way', 'median', 'n']])
check('a column without values is left out first, however important', headings(40, 'ranks', 'names.txt')[0][:1], ['compute'])
many = shown(40, 'copies', trace).split('\n')
check('the names of columns that are left out are wrapped', ' '.join(many[[line.startswith('(too') for line in many].index(True):]).strip().split(' (')[0],
      '(too narrow for way, memory, bytes, GB/s, median, exposed, exposed share, could be one)')
check('a table at 60 columns', shown(60, 'top', '-n', '3', '--columns', 'kernel,calls,time,mean,median,min,max', 'names.txt'), '''\
kernel                         calls    time    mean  median
核函数核函数..核函数核函数二       1  508 ns  508 ns  508 ns
核函数核函数..核函数核函数一       1  507 ns  507 ns  507 ns
the_same_from.._of_the_name_b      1  506 ns  506 ns  506 ns
(too narrow for min, max)
(the first 3; there are more: -n 0 shows all)
''')
check('columns that are left out are named', shown(70, 'top', 'names.txt').split('\n')[-2], '(too narrow for p99, min, max)')
check('a name shows two characters before the place where it differs', shown(30, 'query', trace, "SELECT 'abcdefghijabcdefghijabcdefghij' || x || 'klmnopqrstklmnopqrst' AS kernel FROM (SELECT 'X' AS x UNION ALL SELECT 'Y')"), '''\
kernel
abcdefg..ijXklmnopqrstklmnop..
abcdefg..ijYklmnopqrstklmnop..
''')
sentence = 'query', trace, "SELECT 'GPU 0' AS gpu, 'one two three four five six seven eight nine ten' AS finding"
wrapped, whole = '''\
gpu    finding
GPU 0  one two three four five six seven
       eight nine ten
''', '''\
gpu    finding
GPU 0  one two three four five six seven eight nine ten
'''
check('a sentence wraps', shown(40, *sentence), wrapped)
check('a terminal that does not know its width: COLUMNS says it', shown(0, *sentence, COLUMNS='40'), wrapped)
for odd in '', '40x', '-40', '0', '999999':
    check(f'... not if it is {odd!r}', shown(0, *sentence, COLUMNS=odd), whole)
check("... kernels that follow each other, too", shown(40, 'query', trace, "SELECT 12345678 AS kernels, 'one > two > three > four > five > six > seven' AS sequence"), '''\
 kernels  sequence
12345678  one > two > three > four >
          five > six > seven
''')
check('... or is printed below if there is no room beside', shown(40, 'query', trace, "SELECT 'a rule that needs much room' AS rule, 'one two three four five six seven eight' AS finding"), '''\
rule
a rule that needs much room
    one two three four five six seven
    eight
''')

def printed(*words):
    return subprocess.run([rocpd, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

time = [row.split(',')[1] for row in printed('top', '--csv', '-n', '0', '--columns', 'kernel,time', 'names.txt').split()[1:]]
check('--columns', time, [str(508 - i) for i in range(9)])
check('--sort: numbers from the largest', printed('top', '--csv', '--sort', 'time', '--columns', 'time_ns', '-n', '2', 'names.txt').split('\n')[:3], ['time_ns', '508', '507'])
check('... and the other way round', printed('top', '--csv', '--sort', '-time', '--columns', 'time_ns', '-n', '2', 'names.txt').split('\n')[:3], ['time_ns', '500', '501'])
check('... texts from A', printed('top', '--csv', '--sort', 'kernel', '--columns', 'kernel', '-n', '1', 'names.txt').split('\n')[1], names[0])
facts = [printed('health', '--csv', '--window', '10%,90%', *limit, trace).split('\n')[1:] for limit in ((), ('-n', '1'))]
check('-n of facts, which are all printed without it', [[row.split(',')[0].strip('"') for row in rows] for rows in facts], [['window end', 'window start', ''], ['window end', 'rocpd health: there are more rows than the 1 shown (-n 0: all)', '']])
check('an unknown column', printed('top', '--sort', 'cals', 'names.txt'), "rocpd top: --sort: the report has no column 'cals' (did you mean 'calls'?)\n")
check('... similar to none', printed('top', '--columns', 'kernel,p98765', 'names.txt'), "rocpd top: --columns: the report has no column 'p98765' (its columns: kernel, calls, time_ns, share, mean_ns, median_ns, p99_ns, min_ns, max_ns)\n")

def coloured(**more):
    return terminal.shown(200, [rocpd, 'top', trace], colour=True, environment=more)[0]

check('bars and colours', '\033[36m' in coloured(), True)
check('NO_COLOR', '\033' in coloured(NO_COLOR='1'), False)
check('the pager has all lines', [line for line in coloured(PAGER="sed 's/^/>/'").split('\n') if line and line[0] != '>'], [])
check('a missing pager', '\033[36m' in coloured(PAGER='/nowhere/pager'), True)
sys.exit(failed)
