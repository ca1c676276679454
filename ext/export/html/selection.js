/* A selected part of time of some tracks, and its contents: events by name (`top`), how busy the tracks are, how many events run at a time, and gaps
** (busy.js). An event counts with its whole length if it overlaps the part, an event without an end if it began before the end of the part, and one that
** never began at the time of its launch. Statistics count chunks that lie entirely in it; chunks at its sides are decoded. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const AT_ONCE = 100000; /* above this number of events, how busy they are is first estimated from pyramids, then computed from the events */
  const UNASKED = 1e6;    /* above this number it is only computed on request */
  const ROWS = 200, GAPS = 12;
  const selection = rocpd.selection = {area: null, last: null, unasked: UNASKED};
  let turn = 0;

  const tracksOf = (row) => row.type === 'track' ? [row.track] : row.children.flatMap(tracksOf);

  /* A closed heading stands for everything below it. */
  selection.holds = (row) => {
    const {tracks} = selection.area;
    if (row.type === 'track') return !tracks || tracks.has(row.track);
    return row.type === 'counter' ? !tracks : row.closed && (!tracks || tracksOf(row).some((t) => tracks.has(t)));
  };

  function lanesOf({tracks}) {
    const all = tracks ? [...tracks] : rocpd.directory.tracks.map((t, i) => i);
    return all.flatMap((t) => rocpd.lanes(t));
  }

  /* ---- top */

  function add(sums, head, events, sum, shortest, longest) {
    const s = sums.get(head);
    if (!s) return sums.set(head, {head, events, sum, shortest, longest});
    s.events += events, s.sum += sum;
    if (!(s.shortest <= shortest)) s.shortest = Number.isNaN(shortest) ? s.shortest : shortest;
    if (!(s.longest >= longest)) s.longest = Number.isNaN(longest) ? s.longest : longest;
    return s;
  }

  function addStats(sums, stats, c) {
    for (let i = stats.at[c]; i < stats.at[c + 1]; i++) add(sums, stats.head[i], stats.events[i], stats.sum[i], stats.shortest[i], stats.longest[i]);
  }

  function addEvents(sums, t, from, to) {
    for (let i = 0; i < t.n; i++) {
      const start = t.first + t.start[i], length = t.duration[i], end = start + length;
      if (start > to) break;
      if (end < from) continue;
      const ended = length !== Infinity;
      add(sums, t.head[i], 1, ended ? length : 0, ended ? length : NaN, ended ? length : NaN);
    }
  }

  /* Numbers of the chunks entirely inside, and of those that cross its sides. */
  function chunksOf(lane, from, to) {
    const whole = [], sides = [];
    for (let c = 0; c < lane.chunks && lane.chunkFirst[c] <= to; c++) {
      if (lane.chunkEnd[c] < from) continue;
      (lane.chunkFirst[c] >= from && (lane.chunkFirst[c + 1] <= to || lane.chunkEnd[c] <= to) ? whole : sides).push(c);
    }
    return {whole, sides};
  }

  const byTime = (sums) => [...sums.values()].sort((a, b) => b.sum - a.sum || b.events - a.events);
  async function top(lanes, from, to) {
    const sums = new Map();
    await Promise.all(lanes.map(async (lane) => {
      const {whole, sides} = chunksOf(lane, from, to), waits = sides.map((c) => lane.times(c));
      if (whole.length) {
        const stats = await lane.stats();
        for (const c of whole) addStats(sums, stats, c);
      }
      for (const t of await Promise.all(waits)) addEvents(sums, t, from, to);
    }));
    return byTime(sums);
  }
  selection.top = top;

  /* Of two traces, the common names and each trace's own. */
  async function topOfBoth(parts, from, to) {
    const each = await Promise.all(parts.map((lanes) => top(lanes, from, to))), sums = new Map();
    for (const r of each.flat()) add(sums, r.head, r.events, r.sum, r.shortest, r.longest);
    return {rows: byTime(sums), sides: rocpd.compare.join(each)};
  }

  /* ---- the panel */

  function table(parent, heads, rows) {
    const t = rocpd.make('table', '', parent), head = rocpd.make('tr', '', rocpd.make('thead', '', t)), body = rocpd.make('tbody', '', t);
    heads.forEach((h, i) => { rocpd.make('th', i ? 'tl-number' : '', head, {scope: 'col'}).textContent = h; });
    for (const row of rows) {
      const tr = rocpd.make('tr', '', body);
      row.forEach((value, i) => {
        const td = rocpd.make('td', i ? 'tl-number' : '', tr);
        if (value instanceof Node) td.append(value);
        else td.textContent = value;
      });
    }
    return t;
  }

  function panelHead(a) {
    const panel = rocpd.details.panel(), {format} = rocpd;
    panel.textContent = '';
    const close = rocpd.make('button', 'tl-close', panel, {type: 'button', 'aria-label': 'close'});
    close.textContent = '×';
    close.addEventListener('click', selection.clear);
    rocpd.make('h3', '', panel).textContent = `${format.span(a.to - a.from)} selected, from ${format.time(a.from)}, ${a.tracks ? `${a.tracks.size} ${a.tracks.size === 1 ? 'track' : 'tracks'}` : 'all tracks'}`;
    panel.hidden = false;
    return panel;
  }

  const heading = ['name', 'events', 'sum', 'share', 'average', 'shortest', 'longest'];
  function cells(r, all) {
    const {format} = rocpd;
    return [format.visible((rocpd.headName(r.head) || rocpd.headCategory(r.head)).slice(0, 200)), format.count(r.events), format.span(r.sum), all ? `${(100 * r.sum / all).toFixed(1)} %` : '',
      format.span(Math.round(r.sum / r.events)), Number.isNaN(r.shortest) ? '' : format.span(r.shortest), Number.isNaN(r.longest) ? '' : format.span(r.longest)];
  }

  /* sides: the values of each of two traces, by name. */
  function showTop(panel, rows, sides) {
    const {format, compare} = rocpd, all = rows.reduce((sum, r) => sum + r.sum, 0), box = rocpd.make('div', 'tl-columns', panel);
    rocpd.make('p', '', panel).textContent = `${format.count(rows.reduce((sum, r) => sum + r.events, 0))} events of ${format.count(rows.length)} names${rows.length > ROWS ? `; the first ${ROWS} are shown` : ''}`;
    panel.append(box);
    if (sides) table(box, compare.heads, sides.slice(0, ROWS).map(compare.cells));
    else table(box, heading, rows.slice(0, ROWS).map((r) => cells(r, all)));
    return box;
  }

  function goTo(a, b) {
    const button = rocpd.make('button', '', null, {type: 'button'});
    button.textContent = rocpd.format.time(a);
    button.addEventListener('click', () => rocpd.camera.glide(a - (b - a) * .3, b + (b - a) * .3));
    return button;
  }

  function showBusy(side, {about, tracks, all}, a) {
    const {format} = rocpd, length = a.to - a.from, word = about ? 'about ' : '';
    side.textContent = '';
    rocpd.make('p', '', side).textContent = `Busy ${word}${(100 * all.busy / length).toFixed(1)} % of the time; ${word}${(all.work / length).toFixed(2)} events at a time on average, ${word}${all.most} at most`;
    const sorted = tracks.slice().sort((x, y) => y.busy - x.busy), gaps = all.gaps.slice().sort(longer);
    table(side, ['track', 'busy', 'share', 'longest gap'], sorted.slice(0, ROWS).map((t) => [
      format.visible(rocpd.tracks.nameOf(t.track).slice(0, 100)), word + format.span(Math.round(t.busy)), `${(100 * t.busy / length).toFixed(1)} %`, t.gaps.length ? format.span(t.gaps.reduce((m, [x, y]) => Math.max(m, y - x), 0)) : '']));
    if (sorted.length > ROWS) rocpd.make('p', '', side).textContent = `${ROWS} of ${format.count(sorted.length)} tracks`;
    if (gaps.length) table(side, ['gap of all of them', 'length'], gaps.slice(0, GAPS).map(([x, y]) => [goTo(x, y), format.span(y - x)]));
    if (gaps.length > GAPS) rocpd.make('p', '', side).textContent = `the longest ${GAPS}${all.left ? '' : ` of ${format.count(gaps.length)}`}`;
  }
  const longer = ([a, b], [c, d]) => d - c - (b - a);

  /* Computed from the events, a piece at a time; the page stays responsive. */
  async function exactly(side, lanes, a, alive) {
    const note = side.querySelector('.tl-note'), busy = await rocpd.busy.exactly(lanes, a.from, a.to, (part) => {
      if (note && alive()) note.textContent = `all events are looked at: ${Math.floor(100 * part)} %`;
      return alive();
    });
    if (!busy || !alive()) return;
    selection.last = {...selection.last, busy};
    showBusy(side, busy, a);
  }

  async function showBusyOf(side, lanes, a, alive) {
    const events = rocpd.busy.eventsIn(lanes, a.from, a.to);
    if (events > AT_ONCE) {
      const busy = await rocpd.busy.about(lanes, a.from, a.to);
      if (!alive()) return;
      selection.last = {...selection.last, busy};
      showBusy(side, busy, a);
      const note = rocpd.make('p', 'tl-note', side);
      if (events > selection.unasked) {
        const ask = rocpd.make('button', '', note, {type: 'button'});
        ask.textContent = `look at all ${rocpd.format.count(events)} events`;
        ask.addEventListener('click', () => exactly(side, lanes, a, alive).catch((error) => rocpd.say?.(error.message)));
        return;
      }
    }
    if (alive()) await exactly(side, lanes, a, alive);
  }

  async function compute() {
    const mine = ++turn, a = selection.area, lanes = lanesOf(a), begun = performance.now(), alive = () => mine === turn && a === selection.area;
    const parts = rocpd.compare.split(lanes), {rows, sides} = parts ? await topOfBoth(parts, a.from, a.to) : {rows: await top(lanes, a.from, a.to), sides: null};
    if (!alive()) return;
    selection.cost = performance.now() - begun;
    const box = showTop(panelHead(a), rows, sides);
    selection.last = {rows, sides};
    for (const [i, part] of (parts ?? [lanes]).entries()) {
      if (!(a.to > a.from) || !alive()) return;
      const side = rocpd.make('div', '', box);
      if (parts) rocpd.make('b', '', side).textContent = `${rocpd.compare.mark(i)}: ${rocpd.compare.name(i)}`;
      await showBusyOf(rocpd.make('div', '', side), part, a, alive);
    }
  }

  /* ---- the selection */

  /* Called while the pointer moves. y null: all tracks. */
  selection.drag = (a, b, y0, y1) => {
    const rows = y0 === null ? null : rocpd.tracks.between(Math.min(y0, y1), Math.max(y0, y1) + 1, rocpd.draw.scroll).map((p) => p.row);
    const meant = (row) => row.type === 'track' || row.closed || rows.length === 1 ? tracksOf(row) : [];
    if (!selection.area) rocpd.details.clear();
    selection.area = {from: Math.min(a, b), to: Math.max(a, b), tracks: rows && new Set(rows.flatMap(meant))};
    rocpd.draw.request();
  };
  selection.done = () => {
    const a = selection.area;
    if (!a) return undefined;
    a.from = Math.round(a.from), a.to = Math.round(a.to);
    rocpd.timeline.changed();
    return compute().catch((error) => rocpd.say?.(error.message));
  };
  selection.set = (from, to, tracks) => {
    const {area} = selection;
    if (area && area.from === from && area.to === to && !tracks === !area.tracks) return undefined;
    rocpd.details.clear();
    selection.area = {from, to, tracks: tracks ? new Set(tracks) : null};
    rocpd.draw.request();
    return selection.done();
  };
  selection.clear = () => {
    if (!selection.area) return;
    turn++;
    selection.area = null;
    rocpd.details.panel().hidden = true;
    rocpd.draw.request();
    rocpd.timeline.changed();
  };
}
