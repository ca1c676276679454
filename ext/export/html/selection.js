/* A part of time of some tracks, and what it holds: events by name (`top`), how busy the tracks are, how many do something at a time, where nothing is
** done. An event counts, with all of its length, if it overlaps the part, as with rocpd_window(). Chunks that lie in it as a whole are known by
** their statistics; those at its sides are decoded. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const EXACT = 100000;  /* events: how busy it is with more of them is read from pyramids */
  const BUCKETS = 4096;  /* of these, so many at least */
  const ROWS = 200, GAPS = 12;
  const selection = rocpd.selection = {area: null, last: null};
  let turn = 0;

  selection.holds = (row) => {
    const {tracks} = selection.area;
    if (row.type === 'track') return !tracks || tracks.has(row.track);
    return row.type === 'counter' ? !tracks : row.closed && (!tracks || row.children.some(selection.holds));
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

  /* Numbers of chunks in it as a whole, and of those that reach over its sides. */
  function chunksOf(lane, from, to) {
    const whole = [], sides = [];
    for (let c = 0; c < lane.chunks && lane.chunkFirst[c] <= to; c++) {
      if (lane.chunkEnd[c] < from) continue;
      (lane.chunkFirst[c] >= from && (lane.chunkFirst[c + 1] <= to || lane.chunkEnd[c] <= to) ? whole : sides).push(c);
    }
    return {whole, sides};
  }

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
    return [...sums.values()].sort((a, b) => b.sum - a.sum || b.events - a.events);
  }
  selection.top = top;

  /* ---- busy */

  const eventsIn = (lane, from, to) => {
    const a = Math.max(0, lane.chunkAt(from)), b = lane.chunkAt(to);
    return b < 0 ? 0 : lane.eventsBefore[b + 1] - lane.eventsBefore[a];
  };

  /* [start, end, weight] of the lane's outermost events in [from, to): their part of it. */
  async function spansOfEvents(lane, from, to, out) {
    const last = lane.chunkAt(to);
    for (let c = Math.max(0, lane.chunkAt(from)), begun = false; c <= last; c++, begun = true) {
      const t = await lane.times(c), put = (start, end) => {
        const a = Math.max(start, from), b = Math.min(end, to, rocpd.directory.span[1]);
        if (b > a) out.push([a, b, 1]);
      };
      if (!begun && t.around.start.length) put(t.around.start[0], t.around.start[0] + t.around.duration[0]);
      for (let i = 0; i < t.n; i++) if (!t.depth || t.depth[i] === 0) put(t.first + t.start[i], t.first + t.start[i] + t.duration[i]);
    }
  }

  async function spansOfPyramid(lane, from, to, out) {
    const p = await lane.pyramid();
    if (!p) return spansOfEvents(lane, from, to, out);
    let k = p.levels.length - 1;
    while (k > 0 && p.levels[k].size > (to - from) / BUCKETS) k--;
    const {size, depths} = p.levels[k];
    for (let i = Math.max(depths[0], rocpd.strips.lower(p.bucket, depths[0], depths[1], (from - lane.first) / size) - 1); i < depths[1]; i++) {
      const start = lane.first + p.bucket[i] * size, a = Math.max(start, from), b = Math.min(start + p.buckets[i] * size, to);
      if (start >= to) break;
      if (b > a) out.push([a, b, p.busy[i] / 255]);
    }
    return undefined;
  }

  /* Over all spans: time in which something is done, how much at a time, and where nothing is. */
  function sweep(spans, from, to) {
    const n = spans.length, points = new Float64Array(2 * n), order = new Uint32Array(2 * n), gaps = [], levels = [];
    spans.forEach(([a, b], i) => { points[2 * i] = a, points[2 * i + 1] = b; });
    for (let i = 0; i < 2 * n; i++) order[i] = i;
    order.sort((x, y) => points[x] - points[y]);
    let at = from, open = 0, weight = 0, busy = 0, work = 0;
    const gap = (a, b) => {
      if (b > a) gaps.push([a, b]);
    };
    for (const i of order) {
      const t = points[i], length = t - at;
      if (length > 0) {
        if (open) {
          busy += length * Math.min(1, weight), work += length * weight;
          levels[open] = (levels[open] || 0) + length;
        } else gap(at, t);
      }
      at = t;
      if (i & 1) open--, weight -= spans[i >> 1][2];
      else open++, weight += spans[i >> 1][2];
      if (!open) weight = 0;
    }
    gap(at, to);
    gaps.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
    return {busy, work, gaps, most: levels.length ? levels.length - 1 : 0};
  }

  async function busyOf(lanes, from, to) {
    const about = lanes.reduce((sum, l) => sum + eventsIn(l, from, to), 0) > EXACT, byTrack = new Map(), all = [];
    for (const lane of lanes) {
      const spans = [];
      await (about ? spansOfPyramid : spansOfEvents)(lane, from, to, spans);
      byTrack.set(lane.track, (byTrack.get(lane.track) || []).concat(spans));
    }
    const tracks = [...byTrack].map(([track, spans]) => {
      for (const s of spans) all.push(s);
      return {track, ...sweep(spans, from, to)};
    });
    return {about, tracks, all: sweep(all, from, to)};
  }
  selection.busy = busyOf;

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

  function showTop(panel, rows) {
    const {format} = rocpd, all = rows.reduce((sum, r) => sum + r.sum, 0), box = rocpd.make('div', 'tl-columns', panel);
    rocpd.make('p', '', panel).textContent = `${format.count(rows.reduce((sum, r) => sum + r.events, 0))} events of ${format.count(rows.length)} names${rows.length > ROWS ? `; the first ${ROWS} are shown` : ''}`;
    panel.append(box);
    table(box, ['name', 'events', 'sum', 'share', 'average', 'shortest', 'longest'], rows.slice(0, ROWS).map((r) => [
      format.visible((rocpd.headName(r.head) || rocpd.headCategory(r.head)).slice(0, 200)), format.count(r.events), format.span(r.sum), all ? `${(100 * r.sum / all).toFixed(1)} %` : '',
      format.span(Math.round(r.sum / r.events)), Number.isNaN(r.shortest) ? '' : format.span(r.shortest), Number.isNaN(r.longest) ? '' : format.span(r.longest)]));
    return box;
  }

  function goTo(a, b) {
    const button = rocpd.make('button', '', null, {type: 'button'});
    button.textContent = rocpd.format.time(a);
    button.addEventListener('click', () => rocpd.camera.glide(a - (b - a) * .3, b + (b - a) * .3));
    return button;
  }

  function showBusy(box, {about, tracks, all}, a) {
    const {format, directory} = rocpd, length = a.to - a.from, word = about ? 'about ' : '', side = rocpd.make('div', '', box);
    rocpd.make('p', '', side).textContent = `Something is done ${word}${(100 * all.busy / length).toFixed(1)} % of the time; ${word}${(all.work / length).toFixed(2)} at a time on average, ${all.most} at most`;
    table(side, ['track', 'busy', 'share', 'longest gap'], tracks.sort((x, y) => y.busy - x.busy).slice(0, ROWS).map((t) => [
      format.visible(directory.tracks[t.track].name.slice(0, 100)), word + format.span(Math.round(t.busy)), `${(100 * t.busy / length).toFixed(1)} %`, t.gaps.length ? format.span(t.gaps[0][1] - t.gaps[0][0]) : '']));
    if (all.gaps.length) table(side, ['gap of all of them', 'length'], all.gaps.slice(0, GAPS).map(([x, y]) => [goTo(x, y), format.span(y - x)]));
  }

  async function compute() {
    const mine = ++turn, a = selection.area, lanes = lanesOf(a), begun = performance.now();
    const rows = await top(lanes, a.from, a.to);
    if (mine !== turn || a !== selection.area) return;
    selection.cost = performance.now() - begun;
    const box = showTop(panelHead(a), rows);
    selection.last = {rows};
    if (!(a.to > a.from)) return;
    const busy = await busyOf(lanes, a.from, a.to);
    if (mine !== turn || a !== selection.area) return;
    selection.last = {rows, busy};
    showBusy(box, busy, a);
  }

  /* ---- what is selected */

  /* While the pointer moves. y null: all tracks. */
  selection.drag = (a, b, y0, y1) => {
    const rows = y0 === null ? null : rocpd.tracks.between(Math.min(y0, y1), Math.max(y0, y1) + 1, rocpd.draw.scroll).map((p) => p.row);
    const below = (row) => row.type === 'track' ? [row.track] : row.closed || rows.length === 1 ? row.children.flatMap(below) : [];
    if (!selection.area) rocpd.details.clear();
    selection.area = {from: Math.min(a, b), to: Math.max(a, b), tracks: rows && new Set(rows.flatMap(below))};
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
