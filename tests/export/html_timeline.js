// Looks at timelines in browsers as a person does: places of the screen, areas, search, keys; and compares with all events as SQL has them (html_timeline.py).
'use strict';
const {fs, path, folder, check, run, openReport, quiet} = require('./browser.js');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let seed = 12345;
const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32;

// ---- what SQL says: events by track, those of threads with how deep they lie ----
function nest(events) {
  const open = [];
  events.sort((a, b) => a.start - b.start || b.end - a.end);
  for (const e of events) {
    while (open.length && open[open.length - 1] <= e.start) open.pop();
    e.depth = open.length;
    if (e.end > e.start) open.push(e.end);
  }
}

function facts(name, base) {
  const {events} = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8')), tracks = new Map(), all = [];
  for (const [kind, title, category, start, end, key, stack] of events) {
    if (start === null) continue; /* it never started, and is shown where that is known to be */
    const e = {kind, name: title, category, start: start - base, end: end === null ? Infinity : end - base, key, stack}, of = `${kind} ${key}`;
    all.push(e);
    if (!tracks.has(of)) tracks.set(of, []);
    tracks.get(of).push(e);
  }
  for (const [of, list] of tracks) if (of.startsWith('thread')) nest(list);
  return {tracks, all};
}

const touching = (events, from, to) => events.filter((e) => e.start <= to && e.end >= from);
const longest = (events) => Math.max(...events.map((e) => e.end - e.start));
const is = (got, e) => got.name === e.name && got.start === e.start && (got.end ?? Infinity) === e.end;

// ---- in the page ----
async function open(browser, name) {
  const page = await openReport(browser, name, '#page=timeline', (p) => p.setViewport({width: 1300, height: 850}));
  await page.waitForFunction(() => self.rocpd?.draw?.firstDrawn && !rocpd.store.busy(), {timeout: 20000});
  return page;
}

// A line of the row is brought on the screen and looked at.
const look = (page, place) => page.evaluate(async ({row: at, lane: of, depth: part, from, to, x: share}) => {
  const {tracks, camera, draw, events, store} = rocpd, rows = tracks.placed.filter((p) => p.row.type === 'track' && p.row.lanes.length);
  const p = rows[Math.floor(at * rows.length)], track = rocpd.directory.tracks[p.row.track], body = document.querySelector('.tl-body');
  const lanes = p.row.lanes, l = lanes[Math.floor(of * lanes.length)], depth = Math.floor(part * l.depth);
  camera.set(from, to);
  rocpd.timeline.reveal(p.row.track, l.lane.index, depth);
  for (let i = 0; i < 200; i++) {
    await new Promise((done) => requestAnimationFrame(done));
    if (i > 2 && !store.busy()) break;
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const x = Math.floor(share * draw.width) + .5, y = p.y + l.y + depth * tracks.LINE - body.scrollTop + tracks.pinnedHeight;
  const said = (e) => e && {name: rocpd.headName(e.head), start: e.start, end: e.duration === Infinity ? null : e.start + e.duration, depth: e.depth, never: Boolean(e.flags), left: camera.x(e.start), right: camera.x(e.start + e.duration), css: rocpd.color.css[e.head]};
  const picks = [];
  if (track.kind !== 'thread') for (const other of lanes) picks.push(said(await events.pick(x, y - l.y + other.y - depth * tracks.LINE + 9, draw.scroll)));
  const canvas = document.querySelector('.tl-tracks'), copy = document.createElement('canvas').getContext('2d'), {ratio} = draw;
  copy.drawImage(canvas, -Math.floor(x * ratio), -Math.floor((y + 2) * ratio));
  const pixel = copy.getImageData(0, 0, 1, 1).data;
  return {kind: track.kind, key: track.key, depth, x, t: camera.time(x), per: camera.perPixel(), event: said(await events.pick(x, y + 9, draw.scroll)), picks, pixel: `rgb(${pixel[0]},${pixel[1]},${pixel[2]})`};
}, place);

function judge(place, seen, known) {
  const of = known.tracks.get(`${seen.kind} ${seen.key}`);
  if (!of || [seen.event, ...seen.picks].some((e) => e?.never)) return null; /* allocations and others are no part of this */
  for (const near of [.5, 3]) {
    let there = touching(of, seen.t - near * seen.per, seen.t + near * seen.per);
    if (seen.kind === 'thread') there = there.filter((e) => e.depth === seen.depth);
    if (!there.length) continue;
    const most = longest(there), found = seen.kind === 'thread' ? [seen.event] : seen.picks;
    return found.some((f) => f && there.some((e) => is(f, e) && e.end - e.start === most)) ? null : ['not the longest', there.slice(0, 3), seen];
  }
  return seen.event || seen.picks.some(Boolean) ? ['nothing is there', seen] : null;
}

async function places(browser, name, n) {
  const page = await open(browser, name), d = await page.evaluate(() => ({base: rocpd.directory.base, span: rocpd.directory.span})), known = facts(name, Number(d.base));
  let wrong = [], hits = 0, painted = 0, pale = [];
  for (let i = 0; i < n; i++) {
    const e = known.all[Math.floor(random() * known.all.length)], span = Math.max(100, (d.span[1] - d.span[0]) * 2 ** -(random() * 18)), from = e.start - random() * span;
    const place = {row: random(), lane: random(), depth: random(), from, to: from + span, x: random()}, seen = await look(page, place);
    const fault = judge(place, seen, known), shown = seen.event;
    if (fault) wrong.push(fault);
    hits += Boolean(shown);
    if (shown && shown.left + 2 < seen.x && shown.right - 2 > seen.x && seen.kind !== 'allocations') {
      painted++;
      if (seen.pixel !== shown.css) pale.push(seen);
    }
  }
  check(`${name}: ${n} places show what SQL has there (${hits} have an event)`, wrong.length === 0 && hits > n / 12, [wrong.length, hits, wrong[0]]);
  check(`${name}: ${painted} of them have its colour`, pale.length === 0 && painted > n / 20, [pale.length, painted, pale[0]]);
  const rows = await page.evaluate(() => rocpd.tracks.placed.filter((p) => p.row.type === 'track').map((p) => [rocpd.directory.tracks[p.row.track].kind, rocpd.directory.tracks[p.row.track].key, p.row.detail]));
  const counts = rows.filter(([kind, key]) => known.tracks.has(`${kind} ${key}`));
  check(`${name}: each track has as many events as SQL says`, name !== 'many' || (counts.length > 5 && counts.every(([kind, key, n1]) => Number(n1.replace(/,/g, '')) === known.tracks.get(`${kind} ${key}`).length)), counts);
  quiet(page, name);
  await page.close();
}

function sums(events) {
  const out = new Map();
  for (const e of events) {
    const s = out.get(e.name) ?? {events: 0, sum: 0};
    s.events++, s.sum += e.end === Infinity ? 0 : e.end - e.start;
    out.set(e.name, s);
  }
  return out;
}

function covered(events, from, to) {
  let at = from, busy = 0;
  for (const e of events.slice().sort((a, b) => a.start - b.start)) {
    const start = Math.max(e.start, at), end = Math.min(e.end, to);
    if (end > start) busy += end - start, at = end;
  }
  return busy;
}

async function areas(browser) {
  const page = await open(browser, 'many'), d = await page.evaluate(() => ({base: rocpd.directory.base, span: rocpd.directory.span})), known = facts('many', Number(d.base)), length = d.span[1] - d.span[0];
  for (const [from, to] of [[0, 1], [.1, .35], [.21, .2101], [.05, .9], [.3, .30001]].map((s) => s.map((x) => Math.round(d.span[0] + x * length)))) {
    const wanted = sums(touching(known.all, from, to)), got = await page.evaluate(async (a, b) => {
      await rocpd.timeline.select(a, b, null);
      return {rows: rocpd.selection.last.rows.map((r) => [rocpd.headName(r.head), r.events, r.sum]), shown: document.querySelectorAll('.tl-panel tbody tr').length};
    }, from, to);
    const mine = new Map();
    for (const [name, events, sum] of got.rows) mine.set(name, {events: (mine.get(name)?.events ?? 0) + events, sum: (mine.get(name)?.sum ?? 0) + sum});
    const wrong = [...new Set([...mine.keys(), ...wanted.keys()])].filter((n) => mine.get(n)?.events !== wanted.get(n)?.events || mine.get(n)?.sum !== wanted.get(n)?.sum);
    check(`top of ${to - from} ns: ${wanted.size} names as SQL has them`, wrong.length === 0 && got.shown > 0, wrong.slice(0, 3).map((n) => [n, mine.get(n), wanted.get(n)]));
  }
  const from = Math.round(d.span[0] + .1 * length), to = Math.round(d.span[0] + .2 * length);
  const busy = await page.evaluate(async (a, b) => {
    await rocpd.timeline.select(a, b, null);
    const {last} = rocpd.selection;
    return {about: last.busy.about, all: last.busy.all, tracks: last.busy.tracks.map((t) => [rocpd.directory.tracks[t.track].kind, rocpd.directory.tracks[t.track].key, t.busy])};
  }, from, to);
  const wrong = busy.tracks.filter(([kind, key, ns]) => Math.abs(covered(known.tracks.get(`${kind} ${key}`), from, to) - ns) > 1);
  check(`${busy.tracks.length} tracks are busy as long as SQL says`, !busy.about && busy.tracks.length > 5 && wrong.length === 0, [busy.about, wrong.slice(0, 2)]);
  const whole = covered(known.all, from, to), gaps = busy.all.gaps.reduce((sum, [a, b]) => sum + b - a, 0);
  check('together, and the gaps are the rest', Math.abs(whole - busy.all.busy) < 1 && Math.abs(whole + gaps - (to - from)) < 1, [whole, busy.all.busy, gaps, to - from]);
  await page.close();
}

async function search(browser) {
  const page = await open(browser, 'many'), base = Number(await page.evaluate(() => rocpd.directory.base)), known = facts('many', base);
  await page.keyboard.press('/');
  await page.keyboard.type('MEMcpy');
  const wanted = known.all.filter((e) => /memcpy/i.test(e.name) || /memcpy/i.test(e.category ?? '')).sort((a, b) => a.start - b.start);
  await page.waitForFunction(() => /event/.test(document.querySelector('.tl-bar output').textContent), {timeout: 10000});
  const said = await page.$eval('.tl-bar output', (o) => o.textContent);
  check('search counts', Number(said.replace(/\D/g, '')) === wanted.length && wanted.length > 20, [said, wanted.length]);
  const starts = [], step = async (shift) => {
    if (shift) await page.keyboard.down('Shift');
    await page.keyboard.press('Enter');
    if (shift) await page.keyboard.up('Shift');
    await sleep(500);
    starts.push(await page.evaluate(() => rocpd.details.selected?.start));
  };
  for (const shift of [false, false, false, true]) await step(shift);
  check('Enter goes from one to the next, with Shift back', String(starts) === String([0, 1, 2, 1].map((i) => wanted[i].start)), [starts, wanted.slice(0, 3)]);
  await page.keyboard.press('Escape');
  check('Escape ends it', await page.evaluate(() => rocpd.color.dim === null));
  await page.close();
}

async function launches(browser) {
  const page = await open(browser, 'many'), base = Number(await page.evaluate(() => rocpd.directory.base)), known = facts('many', base), wrong = [];
  const calls = new Map(known.all.filter((e) => e.kind === 'thread' && e.stack).map((e) => [e.stack, e])), work = known.all.filter((e) => e.kind === 'stream' && calls.has(e.stack));
  for (let i = 0; i < 20; i++) {
    const e = work[Math.floor(random() * work.length)], call = calls.get(e.stack);
    const got = await page.evaluate(async (start, key) => {
      const track = rocpd.directory.tracks.findIndex((t) => t.kind === 'stream' && t.key === key);
      await rocpd.timeline.go({start, end: start + 1000, track});
      const said = (x) => [rocpd.headName(x.head), x.start], first = rocpd.details.arrows.map((p) => p.map(said));
      await rocpd.details.follow(0);
      return {first, then: said(rocpd.details.selected), back: rocpd.details.arrows.some(([, w]) => w.start === start), text: document.querySelector('.tl-panel').textContent};
    }, e.start, e.key);
    if (!(got.first.length === 1 && got.first[0][0][0] === call.name && got.first[0][0][1] === call.start && got.then[1] === call.start && got.back && got.text.includes(String(e.stack)))) wrong.push([e, call, got]);
  }
  const e = work[7], found = await page.evaluate(async (start, end) => {
    rocpd.details.clear();
    await rocpd.timeline.go({start, end});
    return rocpd.details.selected && [rocpd.headName(rocpd.details.selected.head), rocpd.details.selected.start];
  }, e.start, e.end);
  check('times alone lead to the event that has them', String(found) === String([e.name, e.start]), [found, e]);
  check('20 kernels and copies lead to their launches and back', wrong.length === 0 && work.length > 100, [wrong.length, wrong[0]]);
  await page.close();
}

async function keys(browser) {
  const page = await open(browser, 'many'), view = () => page.evaluate(() => rocpd.timeline.view()), size = (v) => v.to - v.from, rest = () => sleep(450);
  const hold = async (key) => {
    await page.keyboard.down(key);
    await sleep(350);
    await page.keyboard.up(key);
    await rest();
  };
  let before = await view(), after;
  await hold('w'), after = await view(), check('W zooms in', size(after) < size(before) * .8, [before, after]), before = after;
  await hold('w'), before = await view();
  await hold('d'), after = await view(), check('D moves right', after.from > before.from && Math.abs(size(after) - size(before)) < 2, [before, after]), before = after;
  const [still, moved] = await page.evaluate(() => [rocpd.camera.from, ...['keydown', 'keyup'].map((type) => (document.body.dispatchEvent(new KeyboardEvent(type, {key: 'd', bubbles: true})), rocpd.camera.from))].filter((from, i) => i !== 1));
  check('a key that is held for less than a frame moves, too', moved > still, [still, moved]), before = await view();
  await hold('a'), after = await view(), check('A moves left', after.from < before.from, [before, after]), before = after;
  await hold('s'), after = await view(), check('S zooms out', size(after) > size(before), [before, after]);
  await page.keyboard.press('0'), await rest();
  const spot = await page.evaluate(async () => {
    const lane = rocpd.lane(0, 0), t = await lane.times(0), i = t.duration.findIndex((x) => x > 1000 && x < 1e6), e = await rocpd.events.at(lane, 0, i), box = document.querySelector('.tl-tracks').getBoundingClientRect();
    rocpd.camera.set(e.start - e.duration, e.start + 2 * e.duration);
    rocpd.timeline.reveal(0);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const p = rocpd.draw.place(e);
    return {x: box.left + (p.x0 + p.x1) / 2, y: box.top + p.y + p.h / 2, start: e.start, end: e.start + e.duration, name: rocpd.headName(e.head)};
  });
  await page.mouse.move(spot.x, spot.y), await rest();
  check('the pointer tells the name', (await page.$eval('.tl-tip', (t) => t.hidden ? '' : t.textContent)).includes(spot.name), spot.name);
  await page.mouse.click(spot.x, spot.y), await rest();
  const said = await page.$eval('.tl-panel', (p) => p.hidden ? '' : p.textContent);
  check('a click tells all columns', said.includes(spot.name) && said.includes('stack_id') && said.includes('duration'), said);
  await page.keyboard.press('f'), await rest(), after = await view();
  check('F zooms to it', after.from < spot.start && after.to > spot.end && size(after) < 1.5 * (spot.end - spot.start) + 20, [after, spot]);
  await page.keyboard.press('m'), await rest(), after = await view();
  check('M selects its time', after.selection?.from === spot.start && after.selection?.to === spot.end, [after, spot]);
  await page.keyboard.press('Escape'), await rest(), after = await view();
  check('Escape: nothing is selected', !after.selection && !after.event && await page.$eval('.tl-panel', (p) => p.hidden));
  await page.keyboard.press('?'), await rest();
  check('? tells of keys', (await page.$eval('.tl-help', (h) => h.textContent)).includes('zoom in'));
  await page.keyboard.press('?'), await rest();
  check('... and ends it', await page.$('.tl-help') === null);
  await page.mouse.move(500, 330), await page.mouse.down(), await page.mouse.move(700, 360, {steps: 4}), await page.mouse.up(), await rest();
  check('a drag selects an area', (await view()).selection && (await page.$eval('.tl-panel', (p) => p.textContent)).includes('selected'));
  const wide = await view();
  await page.keyboard.down('Control'), await page.mouse.wheel({deltaY: -300}), await page.keyboard.up('Control'), await rest(), after = await view();
  check('Ctrl and the wheel zoom', size(after) < size(wide) * .9, [wide, after]);
  const rows = await page.evaluate(() => rocpd.tracks.placed.length);
  await page.click('.tl-name .tl-open'), await rest();
  check('a row closes', await page.evaluate(() => rocpd.tracks.placed.length) < rows);
  await page.click('.tl-name .tl-open'), await rest();
  await page.evaluate(() => document.querySelector('.tl-track .tl-pin').click()), await rest();
  check('a row is pinned', await page.evaluate(() => rocpd.tracks.pinned.length === 1 && document.querySelectorAll('.tl-name[data-pinned=true]').length === 1));
  check('keys: no message', page.heard.length === 0, page.heard.slice(0, 3));
  await page.close();
}

async function opens(browser, name) {
  const page = await open(browser, name), drawn = await page.evaluate(() => rocpd.timeline.visible());
  check(`${name}: ${drawn.length} events are visible`, drawn.length > 20 && drawn.every((e) => e.trackName && e.name), drawn[0]);
  quiet(page, name);
  await page.close();
}

// That they say what SQL says is seen in Chromium (html_pages.js).
async function pagesOpen(browser, name) {
  const page = await open(browser, name), keys = await page.$$eval('#tabs a', (links) => links.map((a) => new URLSearchParams(a.hash.slice(1)).get('page')));
  let rows = 0;
  for (const key of keys.slice(1)) {
    await page.evaluate((k) => { location.hash = `#page=${k}`; }, key);
    await page.waitForFunction((k) => document.getElementById('page').getAttribute('data-ready') === k, {timeout: 20000}, key);
    rows += await page.$$eval('#page .table-view tr', (all) => all.length);
  }
  check(`${name}: ${keys.length} pages with ${rows} rows`, keys.length >= 10 && rows > 500, [keys, rows]);
  quiet(page, `${name}: pages`);
  await page.close();
}

run(async (chromium) => {
  await places(chromium, 'many', process.env.SOAK ? 1000 : 100);
  await places(chromium, 'open', 60);
  await opens(chromium, 'everything');
  await areas(chromium);
  await search(chromium);
  await launches(chromium);
  await keys(chromium);
}, async (firefox) => {
  await places(firefox, 'many', 30);
  await opens(firefox, 'everything');
  await pagesOpen(firefox, 'everything');
  await search(firefox);
});
