"""Reports for html_timeline.js, and all events as SQL has them: NAME.html and NAME.json in FOLDER."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, generate, value  # noqa: E402

EVENTS = '''SELECT 'thread', name, category, start, "end", tid, stack_id FROM regions
  UNION ALL SELECT 'stream', name, category, start, "end", stream_id, stack_id FROM kernels
  UNION ALL SELECT 'stream', name, category, start, "end", stream_id, stack_id FROM memory_copies'''


def report(name, *paths):
    db = attached(*paths)
    said = value(db, 'SELECT rocpd_export_html(?, ?)', f'{FOLDER}/{name}.html', '{"overwrite":true,"counters":true}')
    assert said.startswith('{'), said
    with open(f'{FOLDER}/{name}.json', 'w', encoding='utf-8') as out:
        out.write(json.dumps({'said': json.loads(said), 'events': [list(row) for row in db.execute(EVENTS)]}))


report('many', f'{FOLDER}/many.rocz')
report('open', f'{FOLDER}/open.rocz')
report('everything', generate('everything.db', '--scale', '2'))
