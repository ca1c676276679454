# formats.py FOLDER REPORT: parsers accept FOLDER/json, csv, html and markdown, and find the same tables with the same numbers of rows and columns.
import csv, io, json, re, sys
from html.parser import HTMLParser
folder, report = sys.argv[1:]
read = lambda name: open(f'{folder}/{name}', 'rb').read()
failed = 0
def check(what, got, wanted):
    global failed
    if got == wanted: print(f'ok {report} --{what}')
    else: print(f'not ok {report} --{what}: {got}, not {wanted}'); failed = 1

data = json.loads(read('json').decode())
sections = list(data.values()) if isinstance(data, dict) else [data]
shapes = [(len(s), len(s[0])) for s in sections if s]

rows, tables = list(csv.reader(io.StringIO(read('csv').decode('utf-8', 'surrogateescape'), newline=''))), []
for row in rows:
    if len(row) == 1 and row[0].startswith('# ') and isinstance(data, dict): tables.append(None)
    elif not tables or tables[-1] is None: tables = tables[:-1] + [[row]]
    else: tables[-1].append(row)
tables = [t for t in tables if t]
check('csv', [(len(t) - 1, len(t[0])) for t in tables if all(len(r) == len(t[0]) for r in t)], shapes)

class Tables(HTMLParser):
    def __init__(self):
        super().__init__(); self.open, self.tables, self.wrong = [], [], []
    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag not in ('h2', 'p', 'table', 'tr', 'th', 'td'): self.wrong.append(tag)
        elif tag == 'table': self.tables.append([])
        elif tag == 'tr': self.tables[-1].append(0)
        elif tag in ('th', 'td'): self.tables[-1][-1] += 1
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.wrong.append('/' + tag)
page = Tables()
page.feed(read('html').decode('utf-8', 'replace')); page.close()
check('html', ([(len(t) - 1, t[0]) for t in page.tables if set(t) == {t[0]}], page.wrong, page.open), (shapes, [], []))

tables = [[]]
for line in read('markdown').decode('utf-8', 'replace').split('\n'):
    if line.startswith('|'): tables[-1].append(len(re.findall(r'(?<!\\)(?:\\\\)*\|', line)) - 1)
    elif tables[-1]: tables.append([])
check('markdown', [(len(t) - 2, t[0]) for t in tables if t and set(t) == {t[0]}], shapes)
sys.exit(failed)
