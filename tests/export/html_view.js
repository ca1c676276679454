// Uses reports as a person does who looks for something, and compares with what SQL and the other exports say (html_view.py).
'use strict';
const {fs, path, folder, check, run, openReport, quiet, tabTo} = require('./browser.js');
const facts = JSON.parse(fs.readFileSync(path.join(folder, 'facts.json'), 'utf8'));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// What keys, clicks and links began has ended: nothing is read any more, and the address has the view.
async function rest(page) {
  await sleep(200);
  await page.waitForFunction(() => !rocpd.store.busy() && rocpd.state.text(rocpd.state.get()) === location.hash, {timeout: 20000, polling: 50});
}

async function open(browser, name, fragment = '#page=timeline') {
  const page = await openReport(browser, name, fragment, (p) => p.setViewport({width: 1300, height: 850}));
  if (fragment.includes('timeline')) await page.waitForFunction(() => rocpd.draw.firstDrawn && !rocpd.store.busy(), {timeout: 20000});
  await sleep(200);
  return page;
}
const kept = (page) => page.evaluate(() => JSON.stringify(rocpd.place.kept()));
const ready = (page, key) => page.waitForFunction((k) => document.getElementById('page').getAttribute('data-ready') === k, {timeout: 20000}, key);

// ---- rows

async function namesAndOrder(browser, name) {
  const page = await open(browser, name), {perfetto} = facts[name];
  const got = await page.evaluate(() => {
    rocpd.tracks.closeAll(false);
    const d = rocpd.directory, {rows} = rocpd.tracks, of = (type) => rows.filter((r) => r.type === type).map((r) => r.name);
    return {process: of('process'), named: d.processes.map((p) => p.name), group: of('group'), track: of('track'), counter: [...rows.filter((r) => r.type === 'process'), ...rows.filter((r) => r.type === 'group')].map((r) => r.children.filter((c) => c.type === 'counter').map((c) => c.name)).filter((c) => c.length), all: d.counters.length};
  });
  check(`${name}: processes are Perfetto's`, String(got.named) === String(perfetto.process) && got.process.every((row, i) => row.includes(perfetto.process[i])), [got.process, perfetto.process]);
  check(`${name}: groups are Perfetto's, in their order`, JSON.stringify(got.group) === JSON.stringify(perfetto.group) && got.group.length > 0, [got.group, perfetto.group]);
  check(`${name}: ${got.track.length} tracks are Perfetto's, in their order`, got.track.length === perfetto.track.length && got.track.every((n, i) => perfetto.track[i] === '' || n === perfetto.track[i]), [got.track, perfetto.track]);
  check(`${name}: counters are Perfetto's, in their order`, JSON.stringify(got.counter) === JSON.stringify(perfetto.counter) && got.counter.flat().length === got.all && got.all > 2, [got.counter, perfetto.counter]);
  quiet(page, `${name}: rows`);
  await page.close();
}

// All of it by keys, to what is kept in the address, and from there in another window.
async function addressKeepsAll(browser) {
  const page = await open(browser, 'given');
  check('rows are reached by Tab', await tabTo(page, () => document.activeElement.closest('.tl-track')));
  const key = await page.evaluate(() => document.activeElement.closest('.tl-name').dataset.key);
  await page.keyboard.press('F2'), await page.keyboard.type('mine "<b>'), await page.keyboard.press('Enter'), await rest(page);
  check('F2 renames a row', await page.evaluate((k) => rocpd.tracks.row(k).name === 'mine "<b>' && document.querySelector(`[data-key=${k}] .tl-text`).textContent === 'mine "<b>', key));
  check('... and the row has the focus', await page.evaluate((k) => document.activeElement.closest('.tl-name')?.dataset.key === k, key));
  await page.keyboard.press('F2'), await page.keyboard.type('not this'), await page.keyboard.press('Escape');
  check('Escape leaves the name', await page.evaluate((k) => rocpd.tracks.row(k).name === 'mine "<b>', key));
  const order = () => page.evaluate(() => rocpd.tracks.rows.filter((r) => r.type === 'track').map((r) => r.key).join());
  const before = await order();
  await page.keyboard.down('Alt'), await page.keyboard.press('ArrowDown'), await page.keyboard.up('Alt'), await rest(page);
  check('Alt and an arrow move it', before.startsWith('t0,t1,') && (await order()).startsWith('t1,t0,'), [before, await order()]);
  await tabTo(page, () => document.activeElement.classList.contains('tl-pin')), await page.keyboard.press('Enter'), await rest(page);
  await page.evaluate(() => rocpd.tracks.toggle(rocpd.tracks.row('t2')));
  await page.keyboard.press('/'), await page.keyboard.type('"hipMalloc"'), await page.keyboard.press('Enter'), await rest(page);
  check('search says which one of how many it is', /^1 of [\d,]+ events$/.test(await page.$eval('.tl-bar output', (o) => o.textContent)), await page.$eval('.tl-bar output', (o) => o.textContent));
  await page.evaluate(() => document.querySelector('.tl-body').focus()), await page.keyboard.press('n'), await rest(page);
  check('N goes to the next one', (await page.$eval('.tl-bar output', (o) => o.textContent)).startsWith('2 of '));
  await rest(page);
  let wanted = await kept(page), address = await page.evaluate(() => location.hash), other = await open(browser, 'given', address);
  check('all of it is there', ['pins', 't0', 'hipMalloc', 'mine'].every((x, i) => i === 0 || wanted.includes(x)) && JSON.parse(wanted).event && JSON.parse(wanted).tracks && JSON.parse(wanted).order, wanted);
  await rest(other);
  check('the address opened anew shows the same', await kept(other) === wanted, [wanted, await kept(other)]);
  check('... with what was selected', await other.evaluate(() => document.querySelector('.tl-panel h3')?.textContent === 'hipMalloc' && rocpd.color.dim !== null));
  await other.close();
  await page.keyboard.press('m'), await rest(page);
  wanted = await kept(page), address = await page.evaluate(() => location.hash), other = await open(browser, 'given', address);
  await rest(other);
  check('an area and its tracks, too', await kept(other) === wanted && /^\d+\.\.\d+~t\d/.test(JSON.parse(wanted).area) && await other.$eval('.tl-panel', (p) => p.textContent.includes('1 track')), [wanted, await kept(other)]);
  await other.close();
  await page.evaluate(() => document.querySelector('#tabs a[href*=top]').click()), await ready(page, 'top');
  await page.goBack(), await rest(page);
  check('back from a table all is as it was', await kept(page) === wanted, [wanted, await kept(page)]);
  await page.goForward(), await ready(page, 'top');
  check('forward is the table', await page.$eval('#page-timeline', (e) => e.hidden));
  const rubbish = await open(browser, 'given', '#page=timeline&from=NaN&to=1e99&exact=1&tracks=t0-999999999999~p5.x&order=~:::&names={"t0":5&event=99.9.9.9&area=1..&find=%2F(&sort.top=x');
  await rest(rubbish);
  check('an address of nonsense does nothing', await rubbish.evaluate(() => !rocpd.details.selected && rocpd.camera.to > rocpd.camera.from && rocpd.tracks.rows.length > 5));
  await rubbish.evaluate(() => { location.hash = '#page=timeline&track=__proto__&from=5&to=9'; }), await rest(rubbish);
  check('... nor does a track that is none', await rubbish.$eval('#message', (m) => m.hidden), await rubbish.$eval('#message', (m) => m.textContent));
  quiet(rubbish, 'nonsense'), quiet(page, 'addresses');
  await rubbish.close(), await page.close();
  const table = await open(browser, 'given', '#page=top&sort.top=-max_ns&filter.top=gather');
  await ready(table, 'top');
  check('a table is sorted and filtered as the address says', await table.evaluate(() => document.querySelector('#table-top th[title=max_ns]').getAttribute('aria-sort') === 'descending'
    && [...document.querySelectorAll('#table-top tbody tr')].every((r) => r.textContent.includes('gather'))));
  await table.close();
}

// ---- search, areas

async function searchInArguments(browser) {
  const page = await open(browser, 'given'), base = await page.evaluate(() => rocpd.directory.base);
  const {sizes, first, needle} = facts.given, got = await page.evaluate(async (text) => {
    await rocpd.search.set(text, false);
    const without = rocpd.search.count;
    await rocpd.search.set(text, true);
    const count = rocpd.search.count;
    rocpd.camera.set(...rocpd.camera.whole());
    await rocpd.search.step(1);
    for (let i = 0; i < 100 && !rocpd.marks.pixels; i++) await new Promise((done) => setTimeout(done, 30));
    const {pixels} = rocpd.marks, [from, to] = rocpd.camera.whole(), x = Math.floor((rocpd.search.current.start - from) / (to - from) * pixels.length);
    return {without, count, first: rocpd.search.current.start, marked: pixels[x], before: pixels.slice(0, x).some(Boolean), panel: document.querySelector('.tl-panel').textContent};
  }, needle);
  check(`arguments: ${sizes} calls as SQL has them`, got.count === sizes && sizes > 10 && got.without === 0, [got.count, sizes]);
  check('... the first of them first', BigInt(got.first) + BigInt(base) === BigInt(first) && got.panel.includes(needle.split('=')[1]), [got.first, first, needle]);
  check('... is marked on the minimap, and nothing before it', got.marked === 1 && !got.before, got);
  quiet(page, 'arguments');
  await page.close();
}

async function areas(browser) {
  let page = await open(browser, 'much');
  const got = await page.evaluate(async () => {
    await rocpd.timeline.select(rocpd.directory.span[0], rocpd.directory.span[1] + 1, null);
    const {busy} = rocpd.selection.last, {tracks} = rocpd.directory, lanes = tracks.flatMap((t, i) => rocpd.lanes(i)), about = await rocpd.busy.about(lanes, ...rocpd.directory.span);
    const of = (b) => Object.fromEntries(b.tracks.map((t) => [`${tracks[t.track].kind} ${tracks[t.track].key}`, t.busy]));
    return {about: busy.about, busy: of(busy), rough: of(about), all: busy.all, span: rocpd.directory.span[1] + 1 - rocpd.directory.span[0], text: document.querySelector('.tl-panel').textContent};
  });
  const {busy, all} = facts.much;
  check(`${busy.length} tracks of 150,000 events are busy as long as SQL says, to the ns`, got.about === false && busy.every(([of, ns]) => got.busy[of] === ns), [got.busy, busy]);
  check('... together, and the gaps are the rest', got.all.busy === all && (got.all.left || all + got.all.gaps.reduce((n, [a, b]) => n + b - a, 0) === got.span), [got.all.busy, all, got.span]);
  check('... what pyramids say is near it', busy.every(([of, ns]) => Math.abs(got.rough[of] - ns) < .05 * ns), [got.rough, busy]);
  check('... the panel does not say about', !/about/.test(got.text));
  const asked = await page.evaluate(async () => {
    rocpd.selection.unasked = 1000;
    await rocpd.timeline.select(0, rocpd.directory.span[1], null);
    const first = rocpd.selection.last.busy.about, text = document.querySelector('.tl-panel').textContent;
    document.querySelector('.tl-note button').click();
    for (let i = 0; i < 300 && rocpd.selection.last.busy.about; i++) await new Promise((done) => setTimeout(done, 30));
    return {first, about: /about/.test(text), then: rocpd.selection.last.busy.all.busy, now: /about/.test(document.querySelector('.tl-panel').textContent)};
  });
  check('of many events it says about, and looks at all when it is asked to', asked.first && asked.about && asked.then === all && !asked.now, asked);
  quiet(page, 'an area'), await page.close();
  page = await open(browser, 'open');
  for (const [i, [start, end, rows]] of facts.open.areas.entries()) {
    const mine = await page.evaluate(async (a, b) => {
      const from = Number(BigInt(a) - BigInt(rocpd.directory.base)), out = {};
      await rocpd.timeline.select(from, from + Number(BigInt(b) - BigInt(a)), null);
      for (const r of rocpd.selection.last.rows) out[rocpd.headName(r.head)] = (out[rocpd.headName(r.head)] ?? 0) + r.events;
      return out;
    }, start, end), wanted = Object.fromEntries(rows);
    if (i === 0) wanted[facts.open.never] = (wanted[facts.open.never] ?? 0) + 1; /* it stands where it was launched, and is counted there */
    check(i ? 'top of an area with a call that has no end' : 'top of an area with a kernel that never began', JSON.stringify(Object.entries(mine).sort()) === JSON.stringify(Object.entries(wanted).sort()),
      Object.keys({...mine, ...wanted}).filter((k) => mine[k] !== wanted[k]).map((k) => [k, mine[k], wanted[k]]).slice(0, 3));
  }
  await page.close();
}

// ---- tables

async function rowsLead(browser) {
  const page = await open(browser, 'everything', '#page=summary'), keys = await page.$$eval('#tabs a', (links) => links.map((a) => new URLSearchParams(a.hash.slice(1)).get('page')));
  const none = await page.evaluate(async () => (await rocpd.table('gaps_lengths') ?? []).filter((r) => r[2] === 0).length); /* lengths that no pause has */
  const NO_PLACE = /^(summary_(health|capabilities|agents))$/, nowhere = [], dead = [];
  for (const key of keys.slice(1)) {
    await page.evaluate((k) => { location.hash = `#page=${k}`; }, key), await ready(page, key);
    const tables = await page.$$eval('#page section', (all) => all.filter((s) => s.querySelector('.table-view table')).map((s) => [s.id.replace('table-', ''), s.querySelectorAll('.table-view tbody tr:not(.detail)').length,
      s.querySelectorAll('.table-view a.go').length, s.querySelector('.table-view a.go')?.hash, Boolean(s.querySelector('table.facts'))]));
    for (const [name, n, leads, hash, single] of tables) {
      if (!NO_PLACE.test(name) && (single ? leads < 1 : leads < n - (name === 'calls_tree' ? 9 : name === 'gaps_lengths' ? none : 0))) nowhere.push([name, n, leads]);
      if (hash) dead.push([name, hash]);
    }
  }
  check('each row of each table leads somewhere', nowhere.length === 0, nowhere);
  check('... of many tables', dead.length > 15, dead.length);
  const lost = [];
  for (const [name, hash] of dead) {
    await page.evaluate((h) => { location.hash = h; }, hash);
    const there = await page.waitForFunction((h) => {
      const wanted = new URLSearchParams(h.slice(1)), {camera, search} = rocpd;
      if (wanted.get('page') !== 'timeline') return Boolean(document.getElementById(`table-${wanted.get('at')}`)?.contains(document.activeElement));
      if (wanted.get('find')) return search.count > 0;
      return camera.from <= Number(wanted.get('from')) && camera.to >= Number(wanted.get('to'));
    }, {timeout: 5000}, hash).then(() => true, () => false);
    if (!there) lost.push([name, hash]);
  }
  check('... and is there', lost.length === 0, lost);
  quiet(page, 'leads');
  await page.close();
  const given = await open(browser, 'given', '#page=top'), [kernel, calls, longest] = facts.given.kernel;
  await ready(given, 'top');
  const proof = await given.evaluate((rules) => rules.filter((r) => !rocpd.directory.tables.some((t) => t.name.replace(/\.sql$/, '') === rocpd.leads.PROOF[r])), facts.given.rules);
  check('each rule of advice has a table that proves it', proof.length === 0 && facts.given.rules.length > 10, proof);
  await given.click('#table-top button.opener'), await given.waitForSelector('#table-top tr.detail svg');
  const bins = await given.$$eval('#table-top tr.detail rect title', (all) => all.reduce((n, t) => n + Number(t.textContent.match(/([\d,]+) runs/)[1].replace(/,/g, '')), 0));
  check('a kernel opens to how long its runs took', bins === calls, [bins, calls]);
  await given.click('#table-top button.opener');
  check('... and closes', await given.$('#table-top tr.detail') === null);
  await given.click('#table-top a.go'), await given.waitForFunction(() => rocpd.details.selected, {timeout: 20000, polling: 50});
  const selected = await given.evaluate(() => rocpd.details.selected && [rocpd.headName(rocpd.details.selected.head), rocpd.details.selected.duration]);
  check('the arrow leads to its longest run', String(selected) === String([kernel, longest]), [selected, kernel, longest]);
  await given.evaluate(() => { location.hash = '#page=launches'; }), await ready(given, 'launches');
  const said = await given.$eval('#table-launches_late .count', (c) => c.textContent);
  check('a table that ends at a limit says of how many', said.includes(`the first 500 of ${facts.given.launches.toLocaleString('en-US')}`), said);
  await given.evaluate(() => { location.hash = '#page=calls'; }), await ready(given, 'calls');
  check('the call tree says what it leaves out', await given.$eval('#table-calls_tree .about', (p) => p.textContent.includes('leaves out')));
  for (const by of ['calls', 'samples']) {
    const root = await given.evaluate((value) => {
      const select = document.querySelector('#table-calls_tree select');
      select.value = value, select.dispatchEvent(new Event('change'));
      return document.querySelector('.flame button').getAttribute('aria-label');
    }, by);
    check(`the flame graph by ${by} is that of rocpd_export_folded`, root.includes(` ${facts.given[by].toLocaleString('en-US')} `), [root, facts.given[by]]);
  }
  quiet(given, 'tables');
  await given.close();
}

async function arrows(browser) {
  const page = await open(browser, 'given'), got = await page.evaluate(async () => {
    const track = rocpd.directory.tracks.findIndex((t) => t.kind === 'stream'), e = await rocpd.events.at(rocpd.lane(track, 0), 0, 5);
    rocpd.details.hover(e, 10, 10);
    for (let i = 0; i < 60 && !rocpd.links.hovered.length; i++) await new Promise((done) => setTimeout(done, 30));
    const pairs = rocpd.links.hovered.map(([call, work]) => [rocpd.headClass(call.head), rocpd.events.same(work, e)]);
    rocpd.details.hover(null);
    return {pairs, after: rocpd.links.hovered.length};
  });
  check('an event under the pointer has its arrow, and no more when the pointer has left', JSON.stringify(got) === '{"pairs":[[0,true]],"after":0}', got);
  await page.close();
  const many = await open(browser, 'hundred'), said = await many.evaluate(async () => {
    for (const track of rocpd.directory.tracks.keys())
      for (const lane of rocpd.lanes(track))
        for (let i = 0; i < lane.events && rocpd.directory.tracks[track].kind === 'thread'; i++) {
          const e = await rocpd.events.at(lane, 0, i);
          if ((await rocpd.links.of(e)).length < 64) continue;
          await rocpd.details.select(e);
          return document.querySelector('.tl-panel').textContent;
        }
    return '';
  });
  check('of a hundred kernels the first ones are shown, and that there are more', said.includes('The first 64; there are more'), said.slice(-300));
  await many.close();
}

run(async (chromium) => {
  for (const name of ['open', 'everything']) await namesAndOrder(chromium, name);
  await addressKeepsAll(chromium);
  await searchInArguments(chromium);
  await areas(chromium);
  await rowsLead(chromium);
  await arrows(chromium);
}, process.env.SOAK && (async (firefox) => {
  await searchInArguments(firefox);
}));
