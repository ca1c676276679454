# hostile.py SOURCE.db OUT.db category TEXT | names: a database of rocprofv3 with texts that look like something else.
import shutil, sqlite3, sys
shutil.copy(sys.argv[1], sys.argv[2])
db = sqlite3.connect(sys.argv[2])
table = lambda name: db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?", (f'rocpd_{name}_[0-9a-f]*',)).fetchone()[0]
string, symbol = table('string'), table('info_kernel_symbol')
if sys.argv[3] == 'category': db.execute(f"UPDATE {string} SET string = ? WHERE string = 'HIP_RUNTIME_API_EXT'", (sys.argv[4],))
else:
    texts = ["k'\"` \\ | <b>&</script><script>alert(1)</script>", 'a\nb\r\nc,d;e', '*_`x`_ ~[y](z)', '\x1b[31mred\x07\x1e\x1f\x1d\x1c\x1e\x1dsection\x1fnote\n', '\x9b31m', 'ü日本\U0001f600', '-- section: x | y', '{limit} {a}',
             'x' * 20000, '', ' ', '=1+1', 'NULL', b'\xff\xfebad\xc3']
    for kind, ids in ('kernel', [i for i, in db.execute(f'SELECT DISTINCT kernel_id FROM {table("kernel_dispatch")}')]), ('call', [i for i, in db.execute(f'SELECT DISTINCT name_id FROM {table("region")}')]):
        for n, i in enumerate(ids):
            text = texts[n % len(texts)]
            text = (text if isinstance(text, bytes) else text.encode()) + b'%d' % n
            if kind == 'call': db.execute(f'UPDATE {string} SET string = CAST(? AS TEXT) WHERE id = ?', (text, i))
            else: db.execute(f'UPDATE {symbol} SET kernel_name = CAST(?1 AS TEXT), display_name = CAST(?1 AS TEXT) WHERE id = ?2', (text, i))
db.commit()
