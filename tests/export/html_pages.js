// Reads reports in browsers as a person does: each page, each table to its last row, keys, links; and compares with what SQL said (html_pages.py).
'use strict';
const {fs, path, folder, check, run, openReport: open, quiet, tabTo} = require('./browser.js');

// ---- what a text on the page says, as a number in ns, bytes or a part ----
const UNIT = {ns: 1, 'µs': 1e3, ms: 1e6, s: 1e9, byte: 1, bytes: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, PiB: 2 ** 50, '%': .01, min: 60e9, h: 3600e9, d: 86400e9};
function said(text) {
  const parts = text.replace(/−/g, '-').replace(/\u202f/g, '').replace(/,/g, '').split(' ');
  if (parts.length === 1) return Number(parts[0]);
  let sum = 0;
  for (let i = 0; i + 1 < parts.length; i += 2) sum += Number(parts[i]) * (UNIT[parts[i + 1]] ?? NaN);
  return sum;
}
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const plain = (text) => text.replace(HIDDEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Does the cell say the value? Times of the tables are shown from the trace's begin on, to the ns.
function says(cell, value, column, base) {
  if (value === null) return cell.text === '';
  const number = /_ns$|_bytes$|share$|^utilisation$|^skew$|(^|_)(start|end)$/.test(column);
  const isNumber = typeof value === 'number' || (number && /^-?\d+$/.test(value));
  if (number && isNumber && cell.title && Math.abs(Number(cell.title) - Number(value)) > 1e-9 * Math.abs(Number(value))) return false;
  if (number && isNumber && !cell.title) return false;
  if (/(^|_)(start|end)$/.test(column) && isNumber) {
    const ns = BigInt(cell.text.replace(/\u202f| s|\./g, '').replace('−', '-'));
    return ns === BigInt(value) - base;
  }
  if (isNumber || /^-?\d+$/.test(value)) {
    const got = said(cell.text), wanted = Number(value);
    if (cell.text === String(value)) return true;
    return Math.abs(got - wanted) <= (wanted > 60e9 ? .01 : .006) * Math.abs(wanted) + (/share$|^utilisation$|^skew$/.test(column) ? .0006 : 0);
  }
  return plain(String(value)).replace(/\r/g, '\r') === cell.text;
}

// ---- in the page ----
async function show(page, key) {
  await page.evaluate((k) => { location.hash = `#page=${k}`; }, key);
  await page.waitForFunction((k) => document.getElementById('page').getAttribute('data-ready') === k, {timeout: 20000}, key);
}

// All rows of all tables of the page that is shown, by table, with the columns' names.
const readTables = (page) => page.evaluate(() => {
  const out = {}, cell = (td) => ({text: (td.querySelector('pre') ?? td).textContent, title: td.title});
  for (const section of document.querySelectorAll('#page section')) {
    const name = section.id.replace('table-', ''), table = section.querySelector('.table-view table');
    for (let more; (more = section.querySelector('.table-view > button')) && !more.hidden;) more.click();
    if (!table) out[name] = {why: section.querySelector('.nothing p')?.textContent ?? null};
    else if (table.classList.contains('facts')) {
      const rows = [...table.rows];
      for (const a of table.querySelectorAll('a.go')) a.remove();
      out[name] = {facts: true, columns: rows.map((r) => r.cells[0].title), rows: [rows.map((r) => ({...cell(r.cells[1]), text: cell(r.cells[1]).text.trim()}))]};
    } else
      out[name] = {columns: [...table.tHead.querySelectorAll('th')].map((th) => th.title), rows: [...table.tBodies[0].rows].map((r) => [...r.querySelectorAll('td:not(.lead)')].map(cell)),
        sql: section.querySelector('.sql pre').textContent};
  }
  return out;
});

function compareTable(what, got, wanted, base) {
  if (!wanted.rows.length) return check(`${what}: empty, and says why`, Boolean(got?.why), got);
  if (!got?.rows) return check(`${what} is there`, false, got);
  const wrong = [];
  if (!got.facts && got.rows.length !== wanted.rows.length) wrong.push([got.rows.length, wanted.rows.length]);
  const missing = wanted.columns.filter((c, i) => !got.columns.includes(c) && !/^(longest_start|longest_end|node|parent_node)$/.test(c) && wanted.rows.some((r) => r[i] !== null && r[i] !== ''));
  if (missing.length) wrong.push(missing);
  got.rows.forEach((row, r) => got.columns.forEach((column, c) => {
    const value = wanted.rows[r]?.[wanted.columns.indexOf(column)];
    if (!says(row[c], value, column, base)) wrong.push([r, column, row[c], value]);
  }));
  return check(`${what}: ${got.rows.length} rows as SQL has them`, wrong.length === 0, wrong.slice(0, 3));
}

async function pagesSaySql(browser, name) {
  const wanted = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8')).tables, page = await open(browser, name, '#page=summary');
  const base = BigInt(await page.evaluate(() => rocpd.directory.base));
  const keys = await page.$$eval('#tabs a', (links) => links.map((a) => new URLSearchParams(a.hash.slice(1)).get('page')));
  check(`${name}: many pages`, keys.length >= 10 && keys[0] === 'timeline', keys);
  const seen = {};
  for (const key of keys.slice(1)) {
    await show(page, key);
    check(`${name}: ${key} is the current page`, await page.$eval('#tabs a[aria-current=page]', (a) => new URLSearchParams(a.hash.slice(1)).get('page')) === key);
    Object.assign(seen, await readTables(page));
  }
  for (const table of wanted) compareTable(`${name}: ${table.name}`, seen[table.name], table, base);
  check(`${name}: no other table`, Object.keys(seen).length === wanted.length, Object.keys(seen));
  await page.evaluate(() => { location.hash = '#page=timeline'; });
  await new Promise((done) => setTimeout(done, 500));
  check(`${name}: the timeline is shown`, await page.$eval('#page-timeline', (e) => !e.hidden && e.clientHeight > 200));
  const complaint = await page.$eval('#message', (e) => e.hidden ? '' : e.textContent);
  check(`${name}: nothing to complain of in the page`, name === 'empty' ? complaint.includes('no event') : complaint === '', complaint);
  check(`${name}: names do nothing`, await page.evaluate(() => window.hacked === undefined));
  const globals = await page.evaluate(() => {
    const clean = document.createElement('iframe');
    document.body.append(clean);
    return Object.keys(window).filter((k) => !(k in clean.contentWindow) && k !== 'rocpd' && isNaN(k) && !/^(__|puppeteer_)/.test(k));
  });
  check(`${name}: one global object`, globals.length === 0, globals);
  quiet(page, name);
  await page.close();
}

// ---- what a person does ----
async function sortsAndFilters(browser) {
  const page = await open(browser, 'many', '#page=top'), {tables} = JSON.parse(fs.readFileSync(path.join(folder, 'many.json'), 'utf8'));
  const top = tables.find((t) => t.name === 'top');
  await page.waitForSelector('#table-top table');
  const column = (name) => page.$$eval('#table-top .table-view tbody tr', (rows, n) => {
    const at = [...document.querySelectorAll('#table-top th')].findIndex((th) => th.title === n);
    return rows.map((r) => r.querySelectorAll('td:not(.lead)')[at].title || r.querySelectorAll('td:not(.lead)')[at].textContent);
  }, name);
  const sort = (name) => page.$$eval('#table-top th', (ths, n) => {
    const th = ths.find((t) => t.title === n);
    th.querySelector('button').click();
    return th.getAttribute('aria-sort');
  }, name);
  const values = top.rows.map((r) => Number(r[top.columns.indexOf('max_ns')]));
  check('a click sorts numbers down', await sort('max_ns') === 'descending');
  check('... by their value', String((await column('max_ns')).map(Number)) === String(values.slice().sort((a, b) => b - a).slice(0, 50)));
  check('a second one up', await sort('max_ns') === 'ascending');
  check('... by their value, up', String((await column('max_ns')).map(Number)) === String(values.slice().sort((a, b) => a - b).slice(0, 50)));
  check('a third one not at all', await sort('max_ns') === 'none');
  check('texts up at first', await sort('name') === 'ascending');
  const needle = top.rows[3][0].slice(0, 12), found = top.rows.filter((r) => r.some((v) => String(v ?? '').toLowerCase().includes(needle.toLowerCase())));
  await page.type('#table-top input[type=search]', needle);
  const left = await column('name');
  check('the filter leaves what has the text', left.length === Math.min(found.length, 50) && left.length > 0 && left.length < top.rows.length && left.every((n) => n.includes(needle)), [left.length, found.length]);
  // What is copied is what SQL says, not what is rounded.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}, configurable: true});
    document.querySelector('#table-top input[type=search]').value = '';
    document.querySelector('#table-top input[type=search]').dispatchEvent(new Event('input'));
    document.querySelectorAll('#table-top th button').forEach((b, i) => { if (i === 0) { b.click(); b.click(); } });
    [...document.querySelectorAll('#table-top .tools button')].find((b) => b.textContent === 'Copy as CSV').click();
  });
  await page.waitForFunction(() => window.copied);
  const lines = (await page.evaluate(() => window.copied)).trimEnd().split('\r\n'), number = top.columns.indexOf('total_ns');
  check('CSV has all rows and columns', lines.length === top.rows.length + 1 && lines[0] === top.columns.join(','), [lines.length, lines[0]]);
  const csv = await page.evaluate(() => rocpd.tableView.csv(['a', 'b'], [['x,"y"\n', null], [1, '2']]));
  check('CSV is quoted', csv === 'a,b\r\n"x,""y""\n",\r\n1,2\r\n', csv);
  check('CSV has whole numbers', lines.slice(1).every((l) => top.rows.some((r) => l.includes(`,${r[number]},`))));
  quiet(page, 'sorting');
  await page.close();
}

async function rowsLeadToTheTimeline(browser) {
  const page = await open(browser, 'many', '#page=gaps'), {tables} = JSON.parse(fs.readFileSync(path.join(folder, 'many.json'), 'utf8'));
  const gaps = tables.find((t) => t.name === 'gaps'), base = BigInt(await page.evaluate(() => rocpd.directory.base));
  await page.waitForSelector('#table-gaps a.go');
  const from = Number(BigInt(gaps.rows[4][gaps.columns.indexOf('start')]) - base), to = Number(BigInt(gaps.rows[4][gaps.columns.indexOf('end')]) - base);
  await (await page.$$('#table-gaps a.go'))[4].click();
  await page.waitForFunction(() => !document.getElementById('page-timeline').hidden);
  await new Promise((done) => setTimeout(done, 900));
  const view = await page.evaluate(() => rocpd.timeline.view());
  check('a row leads to its place', view.from <= from && view.to >= to && view.to - view.from < 20 * (to - from) + 200, [view.from, view.to, from, to]);
  const address = await page.evaluate(() => location.hash);
  const other = await open(browser, 'many', address);
  await new Promise((done) => setTimeout(done, 700));
  const there = await other.evaluate(() => rocpd.timeline.view());
  check('the address opened elsewhere shows the same', Math.abs(there.from - view.from) <= 2 && Math.abs(there.to - view.to) <= 2, [address, there, view]);
  await other.close();
  await page.goBack();
  await page.waitForFunction(() => document.getElementById('page').getAttribute('data-ready') === 'gaps');
  check('back is the page before', true);
  quiet(page, 'rows that lead');
  await page.close();
}

const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');
async function keyboardOnly(browser) {
  const page = await open(browser, 'many', '#page=summary');
  await page.waitForSelector('#table-summary');
  await page.keyboard.press('Tab');
  check('the first key goes to the way around the tabs', await focused(page) === 'To the content', await focused(page));
  await page.keyboard.press('Enter');
  check('... to the content', await page.evaluate(() => document.activeElement.id === 'main'));
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => document.getElementById('skip').focus());
  check('tabs are reached', await tabTo(page, () => document.activeElement.textContent === 'Calls'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('page').getAttribute('data-ready') === 'calls');
  check('a heading is reached', await tabTo(page, () => document.activeElement.closest('th')?.title === 'calls'));
  await page.keyboard.press('Enter');
  check('... and sorts', await page.$eval('#table-calls th[title=calls]', (th) => th.getAttribute('aria-sort')) === 'descending');
  check('the flame graph is reached', await tabTo(page, () => document.activeElement.parentElement?.classList.contains('flame'), 400));
  const boxes = [await focused(page)];
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter', 'Escape']) {
    await page.keyboard.press(key);
    boxes.push(await page.evaluate(() => document.activeElement.getAttribute('aria-label')));
  }
  check('arrow keys go from box to box', boxes.every((b) => b !== null) && boxes[1] !== boxes[2] && boxes[2] === boxes[3], boxes);
  await page.evaluate(() => { location.hash = '#page=timeline'; });
  await page.waitForFunction(() => !document.getElementById('page-timeline').hidden);
  check('the list is reached', await tabTo(page, () => document.activeElement.matches('#list > summary'), 300));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#list-body[data-ready]'), {timeout: 10000});
  const list = await page.$$eval('#list-body tbody tr', (rows) => rows.length);
  check('the list has rows', list > 10, list);
  check('... each leads to its event', await tabTo(page, () => document.activeElement.closest('#list-body tbody')));
  const before = await page.evaluate(() => rocpd.timeline.view());
  await page.keyboard.press('Enter');
  await page.waitForFunction((was) => { const {from, to} = rocpd.timeline.view(); return to - from < was.to - was.from; }, {timeout: 10000}, before).catch(() => null); /* the check says it */
  const after = await page.evaluate(() => rocpd.timeline.view());
  check('... and does', after.to - after.from < before.to - before.from, [before, after]);
  quiet(page, 'keyboard');
  await page.close();
}

async function cutFilesSaySo(browser) {
  for (const i of [0, 1, 2, 3, 4]) {
    const page = await browser.newPage();
    await page.goto(`file://${folder}/cut${i}.html`);
    await page.waitForFunction(() => document.getElementById('loading')?.hidden !== false);
    const said = await page.evaluate(() => [...document.querySelectorAll('#message')].filter((m) => m.checkVisibility()).map((m) => m.innerText.split('cut short').length - 1));
    check(`cut file ${i} says so, once`, said.join() === '1', said);
    await page.close();
  }
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`file://${folder}/everything.html`);
  const tree = JSON.stringify(await page.accessibility.snapshot());
  check('without scripts it says so, and reads nothing', tree.includes('scripts are off') && !tree.includes('Reading'), tree);
  await page.close();
}

async function sizesAndColours(browser) {
  for (const [width, scheme] of [[320, 'light'], [1400, 'dark'], [3840, 'light']]) {
    const page = await open(browser, 'everything', '#page=summary');
    await page.setViewport({width, height: 800});
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
    for (const key of ['summary', 'top', 'gpu', 'gaps', 'calls', 'advice']) {
      await show(page, key);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(`${key} at ${width} px does not stick out`, wide <= width, wide);
    }
    const [back, text] = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]
      .map((c) => c.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)));
    check(`${scheme}: text stands out`, scheme === 'dark' ? back < 200 && text > 500 : back > 700 && text < 200, [back, text]);
    await page.screenshot({path: path.join(folder, `pages_${width}.png`)});
    quiet(page, `${width} px`);
    await page.close();
  }
  const page = await open(browser, 'everything', '#page=top');
  await page.emulateMediaType('print');
  check('paper has no tabs', await page.$eval('#tabs', (e) => getComputedStyle(e).display) === 'none');
  await page.close();
}

// A long table on paper has more rows than on the screen, and says how many it leaves out.
async function printed(browser) {
  const page = await open(browser, 'many', '#page=gpu');
  await show(page, 'gpu');
  const [first, paper, after] = await page.evaluate(() => {
    const table = {name: 'long', title: 'Long', columns: ['n', 'name'], sql: '', rows: 3000, all: 3000}, view = rocpd.tableView(table, Array.from({length: 3000}, (_, i) => [i, `row ${i}`]));
    document.getElementById('page').append(view);
    const now = () => [view.querySelectorAll('tbody tr').length, view.querySelector('.count').textContent, view.querySelector('tbody tr:last-child').textContent];
    return [now(), ...['beforeprint', 'afterprint'].map((event) => (dispatchEvent(new Event(event)), now()))];
  });
  check('a long table on paper', paper[0] === 1000 && paper[1].startsWith('1,000 of 3,000 rows') && paper[2].includes('row 999'), paper);
  check('... and after it', first[0] < 100 && JSON.stringify(first) === JSON.stringify(after), [first, after]);
  await page.close();
}

run(async (chromium) => {
  for (const name of ['many', 'late', 'ranks', 'hostile', 'empty', ...(process.env.SOAK ? ['everything'] : [])]) await pagesSaySql(chromium, name); /* 'everything' is 'hostile' with other names */
  await sortsAndFilters(chromium);
  await rowsLeadToTheTimeline(chromium);
  await keyboardOnly(chromium);
  await cutFilesSaySo(chromium);
  await sizesAndColours(chromium);
  await printed(chromium);
}, process.env.SOAK && (async (firefox) => {
  for (const name of ['everything', 'hostile']) await pagesSaySql(firefox, name);
}));
