/* The timeline's interface to the rest of the page: its elements, where to go, what is visible, and notification of changes. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const CHANGE_MS = 120; /* changes are announced once there was none for this time */
  const VISIBLE = 1000, LANES = 64;
  const parts = {}, listeners = {change: []};
  let timer = 0, observer = null;

  function element(name, className, parent, attributes = {}) {
    const e = document.createElement(name);
    if (className) e.className = className;
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    parent?.append(e);
    return e;
  }
  rocpd.make = element;

  function button(parent, text, label, act, className = '') {
    const b = element('button', className, parent, {type: 'button', 'aria-label': label, title: label});
    b.textContent = text;
    b.addEventListener('click', act);
    return b;
  }

  function build(container) {
    const root = parts.root = element('div', 'tl', container), bar = element('div', 'tl-bar', root);
    parts.field = element('input', '', bar, {type: 'search', placeholder: 'search names', 'aria-label': 'search names of events', spellcheck: 'false', autocomplete: 'off'});
    const label = element('label', 'tl-box', bar, {title: 'also search arguments of calls, as name=value'});
    parts.box = element('input', '', label, {type: 'checkbox'});
    label.append('arguments');
    button(bar, '↑', 'previous match (Shift+N)', () => rocpd.search.step(-1));
    button(bar, '↓', 'next match (N)', () => rocpd.search.step(1));
    parts.found = element('output', '', bar, {'aria-live': 'polite'});
    button(bar, '−', 'zoom out (S)', () => zoom(1.8), 'tl-far');
    button(bar, '+', 'zoom in (W)', () => zoom(1 / 1.8));
    button(bar, 'all', 'the whole trace (0)', () => rocpd.timeline.whole());
    button(bar, '▸▸', 'close all rows', () => rocpd.tracks.closeAll(true));
    button(bar, '▾▾', 'open all rows', () => rocpd.tracks.closeAll(false));
    button(bar, '?', 'keys (?)', () => rocpd.input.help());
    const head = element('div', 'tl-head', root);
    parts.corner = element('div', 'tl-corner', head);
    const over = element('div', 'tl-over', head);
    parts.map = element('canvas', 'tl-map', over, {'aria-hidden': 'true'});
    parts.ruler = element('canvas', 'tl-ruler', over, {'aria-hidden': 'true'});
    parts.body = element('div', 'tl-body', root, {tabindex: '0', role: 'group', 'aria-label': 'timeline: keys W A S D move it, ? tells of all keys; below it stands a list of what is visible'});
    parts.sizer = element('div', 'tl-sizer', parts.body);
    parts.screen = element('div', 'tl-screen', parts.sizer);
    parts.tracks = element('canvas', 'tl-tracks', parts.screen, {role: 'img', 'aria-label': 'tracks with their events'});
    parts.names = element('div', 'tl-names', parts.screen);
    parts.tip = element('div', 'tl-tip', root, {role: 'tooltip'});
    parts.tip.hidden = true;
    parts.panel = element('section', 'tl-panel', root, {'aria-label': 'what is selected', 'aria-live': 'polite', tabindex: '-1'});
    parts.panel.hidden = true;
  }

  const zoom = (factor) => {
    const [from, to] = rocpd.camera.goal(), middle = (from + to) / 2, half = (to - from) / 2 * factor;
    rocpd.camera.glide(middle - half, middle + half);
  };

  function size() {
    const left = parts.names.offsetWidth, width = Math.max(1, parts.body.clientWidth - left), height = Math.max(1, parts.body.clientHeight);
    if (!parts.body.clientWidth) return; /* not shown */
    rocpd.draw.fontFrom(parts.root);
    parts.screen.style.height = `${height}px`;
    parts.tracks.style.width = `${width}px`, parts.tracks.style.height = `${height}px`;
    rocpd.draw.size(parts.tracks, width, height);
    const ratio = rocpd.draw.ratio;
    for (const [canvas, part] of [[parts.map, rocpd.minimap], [parts.ruler, rocpd.ruler]]) {
      canvas.style.width = `${width}px`;
      part.size(width, canvas.clientHeight, ratio);
    }
    layout();
    rocpd.draw.now(); /* resizing a canvas clears it */
  }

  function layout() {
    const {tracks} = rocpd;
    parts.sizer.style.height = `${Math.max(tracks.pinnedHeight + tracks.height, parts.body.clientHeight)}px`;
    rocpd.draw.scroll = parts.body.scrollTop;
    rocpd.names.changed();
    rocpd.draw.request();
    rocpd.timeline.changed();
  }

  function theme() {
    rocpd.color.begin(parts.root);
    rocpd.minimap.again();
    rocpd.draw.request();
  }

  function corner() {
    const d = rocpd.directory, {format} = rocpd;
    parts.corner.textContent = `${format.count(d.counts?.events ?? d.tracks.reduce((n, t) => n + t.lanes.reduce((m, l) => m + l.events, 0), 0))} events`;
    element('br', '', parts.corner);
    parts.corner.append(d.span ? format.span(d.span[1] - d.span[0]) : 'no events');
  }

  function start(container) {
    build(container);
    rocpd.draw.begin(parts.tracks);
    rocpd.ruler.begin(parts.ruler);
    rocpd.minimap.begin(parts.map);
    rocpd.names.begin(parts.names);
    rocpd.details.begin(parts.panel, parts.tip);
    rocpd.search.begin(parts.field, parts.found, parts.box);
    rocpd.camera.begin(rocpd.directory.span);
    rocpd.camera.moved = rocpd.timeline.changed;
    rocpd.color.begin(parts.root);
    rocpd.tracks.make();
    rocpd.tracks.changed = layout;
    corner();
    rocpd.input.begin(parts);
    parts.body.addEventListener('scroll', () => {
      rocpd.draw.scroll = parts.body.scrollTop;
      rocpd.draw.request();
    }, {passive: true});
    self.matchMedia?.('(prefers-color-scheme: dark)').addEventListener('change', theme);
    for (const [event, paper] of [['beforeprint', true], ['afterprint', false]]) /* on paper it is light, and shown completely */
      self.addEventListener(event, () => {
        parts.root.classList.toggle('tl-paper', paper);
        theme();
        size();
      });
    observer = new ResizeObserver(size);
    observer.observe(parts.body), observer.observe(parts.names);
    size();
  }

  /* Scrolls to a row. */
  function scrollTo(placed) {
    const {body} = parts, room = rocpd.draw.height - rocpd.tracks.pinnedHeight;
    if (placed.pinned) return;
    if (placed.y < body.scrollTop) body.scrollTop = placed.y;
    else if (placed.y + placed.row.height > body.scrollTop + room) body.scrollTop = placed.y + placed.row.height - room;
    rocpd.draw.scroll = body.scrollTop;
  }

  /* Scrolls to what the panel, which has just been opened, covers. */
  function uncover(e) {
    const place = rocpd.draw.place(e), below = place ? place.y + place.h + rocpd.tracks.LINE - parts.body.clientHeight : 0;
    if (below <= 0) return;
    parts.body.scrollTop += below;
    rocpd.draw.scroll = parts.body.scrollTop;
    rocpd.draw.request();
  }

  /* Moves the row of the track to the middle, if it is not on the screen. */
  function reveal(track, lane = 0, depth = 0) {
    const row = rocpd.tracks.rowOfTrack(track), placed = row && rocpd.tracks.reveal(row);
    if (!placed) return;
    layout();
    const y = placed.y + (row.lanes[lane]?.y ?? 0) + depth * rocpd.tracks.LINE, room = rocpd.draw.height - rocpd.tracks.pinnedHeight;
    const {body} = parts;
    if (y < body.scrollTop || y + rocpd.tracks.LINE > body.scrollTop + room) body.scrollTop = Math.max(0, y - room / 2);
    rocpd.draw.scroll = body.scrollTop;
    rocpd.draw.request();
  }

  /* The event of the track that begins at this time: lanes are searched in turn. */
  async function find(track, laneNumber, time) {
    for (const lane of rocpd.lanes(track)) {
      if (laneNumber !== undefined && laneNumber !== null && lane.index !== laneNumber) continue;
      for (let depth = 0; depth < lane.depth; depth++) {
        const e = await rocpd.events.startingAt(lane, time, depth);
        if (e) return e;
      }
    }
    return null;
  }

  /* The event with exactly these times on any track: a table's row says no more. Only some lanes are searched at a time, so that not all of a long report is
  ** read. */
  async function findAnywhere(start, end, trace) {
    const lanes = rocpd.directory.tracks.flatMap((t, i) => rocpd.compare.holds(trace, i) ? rocpd.lanes(i) : []).filter((lane) => lane.chunkAt(start) >= 0);
    for (let i = 0; i < lanes.length; i += LANES) {
      const found = (await Promise.all(lanes.slice(i, i + LANES).map((lane) => rocpd.events.exactly(lane, start, end)))).find(Boolean);
      if (found) return found;
    }
    return null;
  }

  let turn = 0;
  /* exact: exactly this part of time, else with room around it. event: the event, if known. trace: its trace, if there are two. */
  async function go({start: a, end, track, lane, event, exact, trace}) {
    const b = end === undefined || end === null || !Number.isFinite(end) ? a : end;
    if (Number.isFinite(a)) {
      const [first, last] = rocpd.directory.span ?? [0, 0], room = exact ? 0 : b > a ? Math.max((b - a) * .6, 50) : Math.max((last - first) / 200, 50);
      if (exact) rocpd.camera.set(a, b);
      else rocpd.camera.glide(a - room, b + room);
    }
    if (Number.isInteger(Number(track ?? NaN)) && rocpd.directory.tracks[Number(track)]) { /* an address can contain anything */
      const found = event && typeof event === 'object' ? event : Number.isFinite(a) ? await find(Number(track), lane, a) : null;
      reveal(Number(track), found?.lane ?? lane ?? 0, found?.depth ?? 0);
      if (found) await rocpd.details.select(found);
    } else if (!exact && b >= a) {
      const mine = ++turn, found = await findAnywhere(a, b, trace);
      if (!found || mine !== turn) return;
      reveal(found.track, found.lane, found.depth);
      await rocpd.details.select(found);
    }
  }

  /* The visible events of visible rows; for closed rows their outermost events. */
  async function visible() {
    const {camera, tracks, draw} = rocpd, lanes = new Set();
    for (const p of tracks.between(0, draw.height, draw.scroll)) if (p.row.type === 'track') for (const l of p.row.lanes) lanes.add(l.lane);
    const list = await rocpd.events.between(lanes, camera.from, camera.to, VISIBLE);
    return list.map((e) => ({...e, name: rocpd.headName(e.head) || rocpd.headCategory(e.head), trackName: rocpd.tracks.nameOf(e.track)}));
  }

  rocpd.timeline = {
    start, go, visible, reveal, scrollTo, uncover,
    whole: () => rocpd.camera.glide(...rocpd.camera.whole()),
    view: () => ({from: rocpd.camera.from, to: rocpd.camera.to, selection: rocpd.selection.area && {from: rocpd.selection.area.from, to: rocpd.selection.area.to}, event: rocpd.details.selected}),
    on: (what, f) => listeners[what].push(f),
    select: (a, b, trackNumbers) => rocpd.selection.set(a, b, trackNumbers),
    shown: (yes) => yes && size(),
    changed: () => {
      clearTimeout(timer);
      timer = setTimeout(() => listeners.change.forEach((f) => f()), CHANGE_MS);
    },
    focus: () => parts.body.focus({preventScroll: true}),
  };
}
