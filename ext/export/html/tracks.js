/* The rows of the timeline: processes, groups (GPUs), tracks with their lanes, counters. Which rows are open or pinned to the top, and the place of each. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const LINE = 18, GAP = 6, HEADING = 24, COUNTER = 40;
  const MANY = 12; /* with more processes, all are closed at first */
  const NAME = 300; /* longest name that a user can give, in characters */
  const tracks = rocpd.tracks = {rows: [], pinned: [], placed: [], height: 0, pinnedHeight: 0, LINE};
  const byKey = new Map();
  let roots = [], rootsAtFirst = [];

  function node(key, type, name, detail, parent, more) {
    const row = {key, type, name, detail, parent, level: parent ? parent.level + 1 : 0, children: [], closed: false, given: name, pin: false, height: 0, lanes: [], ...more};
    byKey.set(key, row);
    parent?.children.push(row);
    return row;
  }

  const processDetail = (p) => [p.label, p.rank !== null && p.rank !== undefined && p.rank >= 0 && !String(p.label || '').includes('rank') ? `rank ${p.rank}` : '', p.command]
    .filter(Boolean).join(' · ');

  /* For a closed heading: everything below it, as the outermost events of each lane. */
  const lanesBelow = (row) => row.type === 'track' ? rocpd.lanes(row.track) : row.children.flatMap(lanesBelow);

  tracks.make = () => {
    const d = rocpd.directory, groupRows = new Map();
    byKey.clear();
    const traces = rocpd.compare.rows((key, name, detail) => node(key, 'trace', name, detail, null, {}));
    const processes = d.processes.map((p, i) => node(`p${i}`, 'process', String(p.name || 'process').includes(String(p.pid)) ? p.name : `${p.name || 'process'} ${p.pid}`, processDetail(p), traces[p.trace] ?? null, {process: i}));
    const groupRow = (g) => {
      if (g === null || g === undefined || g < 0) return null;
      if (!groupRows.has(g)) groupRows.set(g, node(`g${g}`, 'group', d.groups[g].name, '', processes[d.groups[g].process], {process: d.groups[g].process, group: g, about: d.groups[g].about}));
      return groupRows.get(g);
    };
    d.tracks.forEach((t, i) => {
      const events = t.lanes.reduce((sum, l) => sum + l.events, 0);
      node(`t${i}`, 'track', t.name, rocpd.format.count(events), groupRow(t.group) || processes[t.process], {process: t.process, track: i, events});
    });
    const inOrder = d.counters.map((c, i) => [c, i]).sort(([a], [b]) => a.rank - b.rank || (a.name > b.name) - (a.name < b.name));
    inOrder.forEach(([c, i]) => node(`c${i}`, 'counter', c.name, '', groupRow(c.group) || processes[c.process] || traces[c.trace] || null, {process: c.process, counter: i}));
    roots = traces.length ? traces.slice() : processes.slice();
    roots.push(...[...byKey.values()].filter((row) => row.type === 'counter' && !row.parent));
    for (const list of traces.length ? traces.map((row) => row.children) : [roots])
      if (list.length > MANY) list.forEach((row, i) => { row.closed = i >= 4 && row.children.length > 0; });
    for (const row of byKey.values()) row.atFirst = {closed: row.closed, children: row.children.slice()};
    rootsAtFirst = roots.slice();
    tracks.layout();
  };

  /* Lines of the row: each {lane, y, depth: number of lines}. */
  function shape(row) {
    if (row.type === 'counter') {
      row.height = row.closed ? LINE + GAP : COUNTER + GAP;
    } else if (row.type === 'track' && !row.closed) {
      let y = GAP / 2;
      row.lanes = rocpd.lanes(row.track).map((lane) => {
        const placed = {lane, y, depth: lane.depth};
        y += lane.depth * LINE;
        return placed;
      });
      row.height = y + GAP / 2;
    } else if (row.type === 'track' || (row.closed && row.children.length)) {
      row.lanes = lanesBelow(row).map((lane) => ({lane, y: GAP / 2, depth: 1}));
      row.height = LINE + GAP;
    } else {
      row.lanes = [];
      row.height = HEADING;
    }
  }

  tracks.layout = () => {
    const list = [], walk = (row) => {
      list.push(row);
      if (!row.closed) row.children.forEach(walk);
    };
    roots.forEach(walk);
    tracks.rows = list;
    tracks.pinned = [...byKey.values()].filter((row) => row.pin);
    for (const row of new Set([...list, ...tracks.pinned])) shape(row);
    let y = 0;
    const place = (row, pinned) => {
      const at = {row, y, pinned};
      y += row.height;
      return at;
    };
    const above = tracks.pinned.map((row) => place(row, true));
    tracks.pinnedHeight = y ? y + 3 : 0;
    y = 0;
    tracks.placed = [...above, ...list.map((row) => place(row, false))];
    tracks.height = y;
    tracks.changed?.();
  };

  tracks.toggle = (row, closed = !row.closed) => {
    if (row.closed === closed) return;
    row.closed = closed;
    tracks.layout();
  };
  tracks.closeAll = (closed) => {
    for (const row of byKey.values()) if (row.type === 'track' || row.children.length) row.closed = closed;
    tracks.layout();
  };
  tracks.pin = (row, pin = !row.pin) => {
    row.pin = pin;
    tracks.layout();
  };
  tracks.row = (key) => byKey.get(key);
  tracks.rowOfTrack = (track) => byKey.get(`t${track}`);
  tracks.pinnedKeys = () => tracks.pinned.map((row) => row.key);
  tracks.toggledKeys = () => [...byKey.values()].filter((row) => row.closed !== row.atFirst.closed).map((row) => row.key);
  tracks.setKeys = (pinned, toggled) => {
    const pin = new Set(pinned), other = new Set(toggled);
    for (const row of byKey.values()) row.pin = pin.has(row.key), row.closed = row.atFirst.closed !== other.has(row.key);
    tracks.layout();
  };

  /* ---- names given by the user; an empty one restores the row's own */

  tracks.rename = (row, name) => {
    row.name = String(name).trim().slice(0, NAME) || row.given;
    tracks.layout();
  };
  tracks.givenNames = () => Object.fromEntries([...byKey.values()].filter((row) => row.name !== row.given).map((row) => [row.key, row.name]));
  tracks.setNames = (names) => {
    for (const row of byKey.values()) row.name = typeof names[row.key] === 'string' && names[row.key].trim().slice(0, NAME) || row.given;
    tracks.layout();
  };
  tracks.nameOf = (track) => rocpd.compare.prefix(track) + (tracks.rowOfTrack(track)?.name ?? rocpd.directory.tracks[track].name);

  /* ---- order: a row changes places with its neighbour */

  const siblings = (row) => row.parent ? row.parent.children : roots;
  tracks.move = (row, way) => {
    const list = siblings(row), i = list.indexOf(row), other = list[i + way];
    if (!other) return;
    list[i + way] = row, list[i] = other;
    tracks.layout();
  };
  /* For rows whose children were reordered: the row's key, and those of its children. */
  const orderOf = (key, now, first) => now.every((row, i) => row === first[i]) ? [] : [`${key}:${now.map((row) => row.key).join('.')}`];
  tracks.orderText = () => [...orderOf('', roots, rootsAtFirst), ...[...byKey.values()].flatMap((row) => orderOf(row.key, row.children, row.atFirst.children))].join('~');
  tracks.setOrder = (text) => {
    const sort = (keys, first) => {
      const place = new Map(keys.map((key, i) => [key, i]));
      return first.slice().sort((a, b) => (place.get(a.key) ?? 1e9) - (place.get(b.key) ?? 1e9));
    };
    const wanted = new Map(String(text).split('~').map((part) => part.split(':')));
    roots = sort((wanted.get('') ?? '').split('.'), rootsAtFirst);
    for (const row of byKey.values()) row.children = sort((wanted.get(row.key) ?? '').split('.'), row.atFirst.children);
    tracks.layout();
  };

  /* Opens the row and all rows around it; returns its place. */
  tracks.reveal = (row) => {
    for (let r = row; r; r = r.parent) r.closed = false;
    tracks.layout();
    return tracks.placed.find((p) => p.row === row && !p.pinned);
  };
  /* The row at a y of the screen: pinned rows stay at the top, the others scroll below them. */
  tracks.at = (y, scroll) => {
    const above = y < tracks.pinnedHeight, inside = above ? y : y - tracks.pinnedHeight + scroll;
    return tracks.placed.find((p) => p.pinned === above && inside >= p.y && inside < p.y + p.row.height) || null;
  };
  tracks.screenY = (placed, scroll) => placed.pinned ? placed.y : placed.y + tracks.pinnedHeight - scroll;
  /* The rows in a part of the screen. */
  tracks.between = (from, to, scroll) => tracks.placed.filter((p) => {
    const y = tracks.screenY(p, scroll);
    return y + p.row.height > (p.pinned ? from : Math.max(from, tracks.pinnedHeight)) && y < to;
  });
}
