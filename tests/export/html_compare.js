// Looks at reports of two traces in browsers: rows of both, one point in common, the differences as SQL has them, where they lead, areas over both, keys, addresses, odd traces
// (html_compare.py leaves NAME.html and compare.json).
'use strict';
const {fs, path, folder, check, run} = require('./browser.js');
const facts = JSON.parse(fs.readFileSync(path.join(folder, 'compare.json'), 'utf8'));

async function open(browser, name, fragment = '#page=timeline') {
  const page = await browser.newPage();
  page.heard = [];
  page.on('console', (m) => page.heard.push(`${m.type()}: ${m.text()}`));
  page.on('pageerror', (e) => page.heard.push(`error: ${e.message}`));
  await page.setViewport({width: 1300, height: 850});
  await page.goto(`file://${path.join(folder, encodeURIComponent(name))}.html${fragment}`);
  await page.waitForFunction(() => document.getElementById('loading').hidden, {timeout: 20000});
  if (/timeline/.test(fragment)) await page.waitForFunction(() => self.rocpd?.draw?.firstDrawn && !rocpd.store.busy(), {timeout: 20000});
  return page;
}

async function close(page, what) {
  const hacked = await page.evaluate(() => self.hacked);
  check(`${what}: no message`, page.heard.length === 0 && hacked === undefined, page.heard.slice(0, 3));
  await page.close();
}

async function show(page, key) {
  await page.evaluate((k) => rocpd.state.go({page: k}), key);
  await page.waitForFunction((k) => document.getElementById('page').getAttribute('data-ready') === k, {timeout: 20000}, key);
}

const panel = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.tl-panel tr')].filter((tr) => tr.cells.length > 1).map((tr) => [tr.cells[0].textContent, tr.cells[1].textContent])));
const selected = (page, wanted) => page.waitForFunction((w) => [...document.querySelectorAll('.tl-panel tr')].some((tr) => tr.cells[0].textContent === 'start in the tables' && tr.cells[1].textContent === w), {timeout: 10000}, wanted).then(() => true, () => false);

// ---- the timeline ----
async function rows(page, what) {
  const got = await page.evaluate(() => ['x0', 'x1'].map((key) => {
    const row = rocpd.tracks.row(key), below = (r) => r.type === 'track' ? [r.track] : r.children.flatMap(below);
    return {name: row.name, processes: row.children.filter((r) => r.type === 'process').length, events: below(row).reduce((n, t) => n + rocpd.tracks.rowOfTrack(t).events, 0), y: rocpd.tracks.placed.find((p) => p.row === row)?.y,
      shown: [...document.querySelectorAll('.tl-trace .tl-text')].map((e) => e.textContent)};
  }));
  check(`${what}: a row for each trace, that of a above`, got[0].y < got[1].y && got[0].name.startsWith('a: ') && got[1].name.startsWith('b: ') && got[0].name.slice(3) !== got[1].name.slice(3) && got[0].shown.includes(got[0].name), got);
  check(`${what}: all events stand below them`, got.every((r, i) => r.processes > 0 && r.events === facts.events[i]), [got, facts.events]);
}

async function aligned(browser) {
  const page = await open(browser, 'aligned');
  await rows(page, 'aligned');
  const found = await page.evaluate(async (name) => {
    const out = [];
    for (const mark of ['a', 'b'])
      for (const [track, t] of rocpd.directory.tracks.entries())
        for (const lane of t.kind === 'thread' && rocpd.compare.holds(mark, track) ? rocpd.lanes(track) : [])
          for (let depth = 0; depth < lane.depth; depth++) {
            const e = await rocpd.events.startingAt(lane, 0, depth);
            if (!e || rocpd.headName(e.head) !== name) continue;
            await rocpd.details.select(e);
            const place = rocpd.draw.place(e);
            out.push({mark, x: place.x0, y: place.y, told: Object.fromEntries([...document.querySelectorAll('.tl-panel tr')].map((tr) => [tr.cells[0].textContent, tr.cells[1].textContent]))});
          }
    return out;
  }, facts.marker);
  const [a, b] = ['a', 'b'].map((mark) => found.find((f) => f.mark === mark));
  check('the marker is at the same x in both', a && b && a.x === b.x && a.y < b.y, found);
  check('each tells its own time', a?.told['start in the tables'] === facts.begins[0] && b?.told['start in the tables'] === facts.begins[1], [a?.told, b?.told, facts.begins]);
  const by = BigInt(facts.begins[0]) - BigInt(facts.begins[1]), shown = BigInt((b?.told.shown ?? '').replace(/[^\d−]/g, '').replace('−', '-') || 0);
  check('and by how much it is moved', shown === by && a?.told.shown === undefined && /^b: /.test(b?.told.trace) && /^b: /.test(b?.told.track), [b?.told, String(by)]);

  for (const [from, to, sides] of facts.areas) {
    const got = await page.evaluate(async (low, high) => {
      await rocpd.timeline.select(low, high, null);
      const {rows: all, sides: both} = rocpd.selection.last;
      return {all: all.length, rows: both.map((r) => [rocpd.headName(r.head), rocpd.headCategory(r.head), r.events, r.sum]), heads: [...document.querySelectorAll('.tl-panel table')][0].tHead.innerText, first: [...document.querySelectorAll('.tl-panel tbody tr')][0].innerText};
    }, from, to);
    const known = new Map(got.rows.map(([name, category, events, sum]) => [`${name}\n${category}`, [events, sum]])), wrong = Object.entries(sides).filter(([key, want]) => JSON.stringify(known.get(key)) !== JSON.stringify(want));
    check(`an area of ${to - from} ns: ${Object.keys(sides).length} names with what each trace has`, wrong.length === 0 && Object.keys(sides).length > 3, [wrong[0], known.get(wrong[0]?.[0])]);
    check('with a column for each', /events a\s+events b\s+sum a\s+sum b\s+b − a/.test(got.heads), got.heads);
  }
  await page.evaluate(() => rocpd.timeline.select(0, 1000000, null));
  const before = await page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 700));
    return [location.hash, document.querySelector('.tl-panel').innerText];
  });
  const again = await open(browser, 'aligned', before[0]);
  await again.waitForFunction(() => rocpd.selection.last?.sides && document.querySelectorAll('.tl-panel b').length === 2);
  const after = await again.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 300));
    return document.querySelector('.tl-panel').innerText;
  });
  check('the address brings it back', after === before[1] && /events a/.test(after), [before, after.slice(0, 200)]);
  await close(again, 'aligned again');
  const ruler = await page.evaluate(() => {
    rocpd.camera.set(-1000, 1000);
    return [rocpd.camera.from < 0, rocpd.format.time(rocpd.camera.from)];
  });
  check('times before it are negative', ruler[0] && ruler[1].startsWith('−'), ruler);
  await close(page, 'aligned');
}

// ---- the differences ----
const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
async function differences(browser) {
  const page = await open(browser, 'aligned', '#page=diff');
  await show(page, 'diff');
  for (const table of facts.tables) {
    const got = await page.evaluate((name) => {
      const section = document.getElementById(`table-${name}`), view = section.querySelector('.table-view table');
      for (let more; (more = section.querySelector('.table-view > button')) && !more.hidden;) more.click();
      return view && {columns: [...view.tHead.querySelectorAll('th')].map((th) => th.title), rows: [...view.tBodies[0].rows].map((r) => [...r.querySelectorAll('td:not(.lead)')].map((td) => [td.title, td.textContent]))};
    }, table.name);
    let wrong = null;
    const at = got?.columns.map((c) => table.columns.indexOf(c)) ?? [];
    got?.rows.forEach((row, r) => row.forEach(([title, text], c) => {
      const value = table.rows[r]?.[at[c]] ?? null, ns = /_ns$/.test(got.columns[c]);
      const said = value === null ? text === '' : ns ? near(Number(title), Number(value)) : typeof value === 'number' ? Math.abs(Number(text.replace(/,/g, '').replace('−', '-')) - value) <= .006 * Math.abs(value) : text === value;
      if (!said) wrong ??= [got.columns[c], value, title, text];
    }));
    check(`${table.name}: ${table.rows.length} rows as SQL has them`, got?.rows.length === table.rows.length && got.rows.length > 0 && at.every((i) => i >= 0) && !wrong, wrong ?? got?.columns);
  }
  const order = () => page.evaluate(() => [...document.querySelectorAll('#table-diff_calls tbody tr')].map((tr) => tr.querySelectorAll('td:not(.lead)')[1].textContent.replace(/,/g, '')).map(Number));
  await page.evaluate(() => document.querySelector('#table-diff_calls th[title=calls_a] button').click());
  const down = await order();
  check('sorted by its headings', down.length > 2 && down.every((n, i) => !i || n <= down[i - 1]), down);

  // By keys alone: to the page, to the longest of b, and there.
  await page.evaluate(() => document.activeElement.blur());
  let steps = 0;
  for (const at = () => page.evaluate(() => document.activeElement?.matches('#table-diff_kernels a.go') && document.activeElement.textContent === '→b'); steps < 80 && !await at(); steps++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  check('keys lead to the longest of b', steps < 80 && await selected(page, facts.longest.b), [steps, facts.longest, await panel(page)]);
  check('which is one of b', /^b: /.test((await panel(page)).trace), await panel(page));
  await show(page, 'diff');
  await page.evaluate(() => document.querySelector('#table-diff_kernels a.go').click());
  check('and a link to the longest of a', await selected(page, facts.longest.a) && /^a: /.test((await panel(page)).trace), await panel(page));
  await show(page, 'top');
  check('other pages say of which trace they are', await page.evaluate(() => document.querySelector('#page .of-one')?.textContent.startsWith('Of a: ')));
  await close(page, 'differences');
}

async function odd(browser) {
  let page = await open(browser, 'hostile');
  const names = await page.evaluate(() => [document.title, ...[...document.querySelectorAll('.tl-trace .tl-text')].map((e) => e.textContent)]);
  await page.evaluate(() => rocpd.timeline.select(0, 1e9, null));
  await show(page, 'diff');
  check('hostile names are texts', names.some((n) => n.includes('<img')) && await page.evaluate(() => document.querySelectorAll('#page img, .tl img').length === 0 && document.getElementById('page').innerText.includes('<img')), names);
  await close(page, 'hostile');
  page = await open(browser, 'nothing1');
  const said = await page.evaluate(() => document.querySelectorAll('.tl-trace')[1].innerText);
  await show(page, 'diff');
  check('nothing in b: both places say so', /no events/.test(said) && await page.evaluate(() => /No event of it/.test(document.querySelector('.traces').innerText)), said);
  await close(page, 'nothing in b');
  page = await open(browser, 'two');
  await page.setViewport({width: 1300, height: 2000}); /* so that the row stays on it with panel and list */
  const told = await page.evaluate(async ({start, end, utc: wanted}) => {
    const base = Number(rocpd.directory.traces[1].base);
    await rocpd.timeline.go({start: start - base, end: end - base, trace: 'b'});
    const utc = [...document.querySelectorAll('.tl-panel tr')].find((tr) => tr.cells[0].textContent === 'UTC')?.cells[1].textContent;
    document.getElementById('list').open = true;
    const titles = () => [...document.querySelectorAll('#list-body td[title]')].map((td) => td.title);
    for (let i = 0; i < 100 && !titles().includes(wanted); i++) await new Promise((done) => setTimeout(done, 50));
    return [utc, titles(), [...document.querySelectorAll('#list-body td.text')].some((td) => td.textContent.startsWith('b: '))];
  }, facts.clocked);
  check('UTC of an event of b is its own, in the list, too', told[0] === facts.clocked.utc && told[1].includes(facts.clocked.utc) && told[2], [told[0], told[1].slice(0, 3), facts.clocked]);
  await close(page, 'two');
  page = await open(browser, 'same', '#page=diff');
  await show(page, 'diff');
  const deltas = await page.evaluate(() => [...document.querySelectorAll('#page th[title=delta_ns]')].flatMap((th) => {
    const at = [...th.parentNode.querySelectorAll('th')].indexOf(th);
    return [...th.closest('table').tBodies[0].rows].map((r) => r.querySelectorAll('td:not(.lead)')[at].textContent);
  }));
  check('the same trace: no differences', deltas.length > 10 && deltas.every((text) => text === '0 ns'), deltas.slice(0, 5));
  await close(page, 'same');
}

run(async (chromium) => {
  await aligned(chromium);
  await differences(chromium);
  await odd(chromium);
}, process.env.SOAK && (async (firefox) => {
  const page = await open(firefox, 'aligned');
  await rows(page, 'Firefox');
  await show(page, 'diff');
  check('Firefox: differences', await page.evaluate((n) => document.querySelectorAll('#table-diff_kernels tbody tr').length === n, facts.tables.find((t) => t.name === 'diff_kernels').rows.length));
  await close(page, 'Firefox');
}));
