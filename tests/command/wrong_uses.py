"""Wrong uses of the commands and their messages: the table wrong_uses.txt has exit code, command line and message, separated by tabs. Review messages that
change: `wrong_uses.py FOLDER --write` writes the table again.

    wrong_uses.py FOLDER [--write]      FOLDER has the files that the command lines name"""
import glob
import os
import subprocess
import sys

folder, table = sys.argv[1], os.path.join(os.path.dirname(os.path.abspath(__file__)), 'wrong_uses.txt')
# A new format or domain changes no message: $FORMATS and $DOMAINS are their lists.
root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
formats = ', '.join(sorted(os.path.basename(f)[len('rocpd_export_'):-len('.md')] for f in glob.glob(root + '/ext/help/functions/rocpd_export_*.md')))
domains = ' '.join(l[len('DOMAIN('):].split(',')[0] for l in open(root + '/ext/format/list/domains.def') if l.startswith('DOMAIN('))
environment = {k: v for k, v in os.environ.items() if not k.startswith(('COLLECT_', 'ROCPD_'))}


def run(line):
    """Exit code, stdout, stderr in one line, without parts that differ between machines."""
    p = subprocess.run(['sh', '-c', line], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    said = p.stderr.rstrip('\n').replace(os.path.realpath(folder), '$PWD').replace(folder, '$PWD')
    return p.returncode, p.stdout, said.replace(formats, '$FORMATS').replace(domains, '$DOMAINS')


lines = [l.rstrip('\n').split('\t') for l in open(table) if l.strip() and not l.startswith('#')]
failed = 0
written = []
for row in lines:
    line = row[1] if len(row) > 1 else row[0]
    code, out, said = run(line)
    problems = []
    if code not in (1, 2, 126, 127):
        problems.append(f'exit code {code}')
    if out:
        problems.append('prints on stdout')
    if not said or said.count('\n') > 1:
        problems.append(f'{said.count(chr(10)) + 1 if said else 0} lines')
    said = said.replace('\n', ' | ')
    written.append(f'{code}\t{line}\t{said}\n')
    if '--write' in sys.argv:
        if problems:
            print(line, problems)
        continue
    if problems or [str(code), line, said] != row:
        print(f'not ok {line}: {code} {said} {problems}, not {row[0]} {row[2] if len(row) > 2 else ""}')
        failed += 1
if '--write' in sys.argv:
    head = [l for l in open(table) if l.startswith('#')]
    open(table, 'w').writelines(head + written)
else:
    print('ok' if not failed else 'not ok', f'{len(lines)} wrong uses, each with its message')
sys.exit(failed > 0)
