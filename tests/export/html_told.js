// What who reads a report is told: by lists, by charts under the pointer, by filters, by addresses that come from elsewhere. Reports of html_told.py.
'use strict';
const {check, run, openReport, quiet} = require('./browser.js');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const ready = (page, key) => page.waitForFunction((k) => document.getElementById('page').dataset.ready === k, {timeout: 20000}, key);
const drawn = (page) => page.waitForFunction(() => rocpd.draw.firstDrawn && !rocpd.store.busy(), {timeout: 20000});

// Of what began long ago, too.
async function lists(browser) {
  const page = await openReport(browser, 'around', '#page=timeline');
  await drawn(page);
  const got = await page.evaluate(async () => {
    const {span} = rocpd.directory, lanes = rocpd.directory.tracks.flatMap((t, i) => rocpd.lanes(i)).filter((lane) => lane.chunks > 1 && lane.depth > 1), long = [];
    for (const lane of lanes) {
      const e = await rocpd.events.at(lane, 0, 0);
      if (e.duration > .9 * (span[1] - span[0])) long.push(e);
    }
    const from = span[1] - (span[1] - span[0]) * .02, listed = await rocpd.events.between(lanes, from, from + 1000, 1000);
    return {long: long.length, listed: long.filter((e) => listed.some((f) => rocpd.events.same(e, f))).length, before: listed.filter((e) => e.start + e.duration <= from).length};
  });
  check(`${got.long} calls that began chunks before what is seen are listed`, got.long >= 3 && got.listed === got.long && got.before === 0, got);
  quiet(page, 'around');
  await page.close();
}

// From wherever the timeline was left.
async function finds(browser) {
  const page = await openReport(browser, 'given', '#page=timeline');
  await drawn(page);
  const said = () => page.$eval('.tl-bar output', (o) => o.textContent), away = () => page.evaluate(() => rocpd.camera.set(rocpd.directory.span[1] - 100, rocpd.directory.span[1]));
  const first = await page.evaluate(async () => (await rocpd.events.at(rocpd.lane(0, 0), 0, 0)).head), name = await page.evaluate((head) => rocpd.headName(head), first);
  await away(), await sleep(200);
  await page.evaluate((n) => { location.hash = rocpd.state.link({page: 'timeline', find: `"${n}"`}); }, name);
  await page.waitForFunction(() => / of /.test(document.querySelector('.tl-bar output').textContent) || /one$/.test(document.querySelector('.tl-bar output').textContent), {timeout: 10000});
  check('an address with a name leads to the first of them', /^1 of /.test(await said()) && await page.evaluate(() => rocpd.details.selected !== null), await said());
  await page.keyboard.press('Escape'), await away(), await sleep(200);
  await page.evaluate(async (n) => {
    await rocpd.search.set(`"${n}"`, false);
    rocpd.camera.set(rocpd.directory.span[1] + 1, rocpd.directory.span[1] + 12);
    await rocpd.search.step(1);
  }, name);
  check('where there is none after what is seen, the first one comes', /^1 of /.test(await said()), await said());
  await page.evaluate(() => rocpd.search.step(-1));
  check('... and before that none', (await said()).endsWith('this is the first one'), await said());
  quiet(page, 'finds');
  await page.close();
}

async function tables(browser) {
  const page = await openReport(browser, 'given', '#page=top&sort.top=-longest_start');
  await ready(page, 'top');
  check('an address that sorts by a column that is not shown does nothing', await page.$$eval('#table-top tbody tr', (rows) => rows.length) > 3, await page.$eval('#page', (e) => e.textContent.slice(0, 200)));
  const digits = await page.evaluate(async () => {
    const {columns} = rocpd.directory.tables.find((t) => t.name === 'top'), rows = await rocpd.table('top');
    return String(rows[0][columns.indexOf('longest_start')]);
  });
  await page.type('#table-top input[type=search]', digits), await sleep(100);
  check('a filter looks at what is shown alone', await page.$$eval('#table-top tbody tr', (rows) => rows.length) === 0, digits);
  quiet(page, 'tables');
  await page.close();
}

// Where a table ends at a limit, wherever that stands in its SQL.
async function limits(browser) {
  const page = await openReport(browser, 'around', '#page=gaps');
  await ready(page, 'gaps');
  const got = await page.evaluate(async () => {
    const {tables} = rocpd.directory, gaps = tables.find((t) => t.name === 'gaps'), lengths = tables.find((t) => t.name === 'gaps_lengths');
    return {rows: gaps.rows, all: (await rocpd.table('gaps_lengths')).reduce((n, r) => n + Number(r[lengths.columns.indexOf('gaps')]), 0), said: document.querySelector('#table-gaps .count').textContent};
  });
  check('the longest pauses say of how many', got.rows === 1000 && got.all > 1000 && got.said.includes(`the first 1,000 of ${got.all.toLocaleString('en-US')}`), got);
  await page.close();
}

// Who has the file alone is to know that it is not of all.
async function windows(browser) {
  const said = [];
  for (const name of ['part', 'given', 'ends']) {
    const page = await openReport(browser, name, '#page=summary');
    await ready(page, 'summary'), await sleep(100);
    said.push(await page.$eval('#message', (m) => m.hidden ? '' : m.textContent));
    quiet(page, name);
    await page.close();
  }
  check('a report of a window says so, another one does not', /^This report covers only a part of the time.*not counted\.$/.test(said[0]) && said[1] === '', said);
  check('... and of a file that was cut that it is not whole', /^The trace is not whole: .*the file is cut: its last [\d,]+ bytes cannot be read; rows of these may be missing: .*\.$/.test(said[2]), said[2]);
}

// Programs that differ in what they were given are one.
async function titles(browser) {
  const page = await openReport(browser, 'two'), commands = await page.evaluate(() => new Set(rocpd.directory.processes.map((p) => p.command)).size);
  check('the title has a program once, whatever it was given', commands > 1 && /^app on /.test(await page.$eval('#title', (e) => e.textContent)), [commands, await page.$eval('#title', (e) => e.textContent)]);
  await page.close();
}

// Each device has changes at its own times.
async function charts(browser) {
  const page = await openReport(browser, 'everything', '#page=memory');
  await ready(page, 'memory');
  const got = await page.evaluate(async () => {
    const {columns} = rocpd.directory.tables.find((t) => t.name === 'memory'), at = (name) => columns.indexOf(name), rows = await rocpd.table('memory'), wrong = [];
    const names = [...document.querySelectorAll('#table-memory .key li')].map((li) => li.textContent), note = document.querySelector('#table-memory .note'), rects = [...document.querySelectorAll('#table-memory .hit')];
    const times = [...new Set(rows.filter((r) => names.includes(r[at('device')])).map((r) => rocpd.format.fromBase(r[at('start')])))].sort((a, b) => a - b);
    for (const [i, time] of times.slice(0, -1).entries()) {
      rects[i]?.dispatchEvent(new Event('pointerenter'));
      const values = names.map((name) => {
        const last = rows.filter((r) => r[at('device')] === name && rocpd.format.fromBase(r[at('start')]) <= time).at(-1);
        return `${name.slice(0, 40)} ${rocpd.format.bytes(last ? Number(last[at('most_bytes')]) : 0)}`;
      });
      const text = `${rocpd.format.time(time)} to ${rocpd.format.time(times[i + 1])}: ${values.join(', ')}`;
      if (note.textContent !== text) wrong.push([note.textContent, text]);
    }
    return {names: names.length, times: times.length, wrong};
  });
  check(`under the pointer a chart says what each of ${got.names} devices had then`, got.names > 1 && got.times > 10 && got.wrong.length === 0, [got.wrong.length, got.wrong[0]]);
  quiet(page, 'charts');
  await page.close();
}

// Processes that are closed stand for all that they have.
async function areas(browser) {
  const page = await openReport(browser, 'two', '#page=timeline');
  await drawn(page);
  const got = await page.evaluate(async () => {
    const {tracks, selection} = rocpd, rows = tracks.rows.filter((r) => r.type === 'process').slice(0, 2), below = rocpd.directory.tracks.flatMap((t, i) => t.process < 2 ? [i] : []);
    rows.forEach((r) => tracks.toggle(r, true));
    selection.drag(rocpd.camera.from, rocpd.camera.to, 2, rows[0].height + rows[1].height - 2);
    const area = [...selection.area.tracks], grouped = below.filter((t) => rocpd.directory.tracks[t].group !== null);
    await selection.done();
    selection.area = {...selection.area, tracks: new Set(grouped.slice(0, 1))};
    return {area: area.sort((a, b) => a - b).join(), below: below.join(), grouped: grouped.length, held: rows.map(selection.holds), panel: document.querySelector('.tl-panel h3').textContent, n: below.length};
  });
  check(`an area over two closed processes has all of their ${got.n} tracks`, got.area === got.below && got.grouped > 0 && got.panel.includes(`${got.n} tracks`), got);
  check('... and is seen on that which holds one of them', String(got.held) === 'true,false', got.held);
  quiet(page, 'areas');
  await page.close();
}

// A keyboard on the screen makes the window small.
async function names(browser) {
  const page = await openReport(browser, 'given', '#page=timeline', (p) => p.setViewport({width: 800, height: 900}));
  await drawn(page), await page.evaluate(() => document.querySelector('.tl-body').scrollTo(0, 0));
  const key = await page.evaluate(() => [...document.querySelectorAll('.tl-name')].filter((e) => e.getBoundingClientRect().bottom < innerHeight).at(-1).dataset.key);
  await page.evaluate((k) => document.querySelector(`[data-key=${k}] .tl-text`).dispatchEvent(new MouseEvent('dblclick')), key);
  await page.keyboard.type('my na');
  await page.setViewport({width: 800, height: 420}), await sleep(400);
  await page.keyboard.type('me');
  const seen = await page.evaluate((k) => {
    const field = document.querySelector(`[data-key=${k}] input`), box = field?.getBoundingClientRect(), body = document.querySelector('.tl-body').getBoundingClientRect();
    return field && [field === document.activeElement, field.value, box.top >= body.top && box.bottom <= body.bottom];
  }, key);
  check('a name that is being written stays, and is seen, when the window gets small', String(seen) === 'true,my name,true', seen);
  await page.keyboard.press('Enter'), await sleep(200);
  check('... and is taken', await page.evaluate((k) => rocpd.tracks.row(k).name === 'my name' && !document.querySelector('.tl-name input'), key));
  check('... nobody complains', await page.$eval('#message', (m) => m.hidden), await page.$eval('#message', (m) => m.textContent));
  quiet(page, 'names');
  await page.close();
}

async function oldOnes(browser) {
  const page = await openReport(browser, 'given', '', (p) => p.evaluateOnNewDocument(() => { delete Object.hasOwn; }));
  check('a browser that lacks what keys need is too old', await page.$eval('#message', (m) => m.textContent.includes('too old')), await page.$eval('#message', (m) => m.textContent));
  await page.close();
}

run(async (chromium) => {
  for (const test of [lists, finds, tables, charts, limits, windows, areas, names, titles, oldOnes]) await test(chromium);
});
