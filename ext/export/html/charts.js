/* Pictures above tables: utilisation and memory over time, histograms. The table below has the same numbers, also for people who cannot see pictures. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const SVG = 'http://www.w3.org/2000/svg';
  const HIGH = 170, LEFT = 70, BOTTOM = 20, TOP = 8;
  const WIDEST_BOX = 60, FEWEST_BOXES = 10;

  /* The current width of the page in px, so that texts have their usual size; later the picture is stretched. */
  const width = () => Math.min(Math.max((document.getElementById('page')?.clientWidth ?? 1000) - 30, 280), 1700);

  function svg(tag, attributes, ...children) {
    const e = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) e.setAttribute(name, String(value));
    e.append(...children);
    return e;
  }

  /* A round end for an axis: 1, 2, 5 times a power of ten, or a power of two for bytes. */
  function roundUp(x, bytes) {
    if (!(x > 0)) return 1;
    if (bytes) return 2 ** Math.ceil(Math.log2(x));
    const power = 10 ** Math.floor(Math.log10(x));
    return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= x * .999999);
  }

  function frame(title, wide, top, text, low, high) {
    const plot = svg('svg', {viewBox: `0 0 ${wide} ${HIGH}`, width: wide, role: 'img', 'aria-label': title});
    const bottom = HIGH - BOTTOM;
    for (const part of [0, .5, 1]) {
      const y = bottom - part * (bottom - TOP);
      plot.append(svg('path', {class: 'axis', d: `M${LEFT} ${y}H${wide}`}), svg('text', {x: LEFT - 6, y: y + 4, 'text-anchor': 'end'}, text(part * top)));
    }
    plot.append(svg('text', {x: LEFT, y: HIGH - 4}, low), svg('text', {x: wide, y: HIGH - 4, 'text-anchor': 'end'}, high));
    return plot;
  }

  const key = (names) => rocpd.element('ul', {class: 'key'}, ...names.map((name, i) => rocpd.element('li', {class: `c${i % 5}`}, rocpd.format.visible(name).slice(0, 80))));

  const goTo = (start, end) => rocpd.go({start, end});

  /* The value at a time; 0 before the first step. */
  const valueAt = (steps, t) => steps.reduce((value, s) => s.start <= t ? s.value : value, 0);

  /* Steps of time, each from its start to its end with one value for each curve. A click goes to that time. */
  function overTime(title, curves, top, text) {
    const {format} = rocpd, all = curves.flatMap((c) => c.steps);
    const first = Math.min(...all.map((s) => s.start)), last = Math.max(...all.map((s) => s.end)), span = last - first || 1, wide = width();
    const bottom = HIGH - BOTTOM, x = (t) => (LEFT + (t - first) / span * (wide - LEFT)).toFixed(2), y = (v) => (bottom - Math.min(v / top, 1) * (bottom - TOP)).toFixed(2);
    const plot = frame(title, wide, top, text, format.time(first), format.time(last)), note = rocpd.element('p', {class: 'note'}, '\u00a0');
    curves.forEach((curve, i) => {
      const line = curve.steps.map((s, n) => `${n ? 'L' : 'M'}${x(s.start)} ${y(s.value)}L${x(s.end)} ${y(s.value)}`).join('');
      if (!i && curve.filled) plot.append(svg('path', {class: 'area c0', d: `${line}L${x(curve.steps.at(-1).end)} ${bottom}L${x(curve.steps[0].start)} ${bottom}Z`}));
      plot.append(svg('path', {class: `curve c${i % 5}`, d: line}));
    });
    const hits = svg('g', {}), times = [...new Set([...all.map((s) => s.start), last])].sort((a, b) => a - b);
    times.slice(0, Math.max(1, times.length - 1)).forEach((start, n) => { /* between two of these times no curve changes */
      const end = times[n + 1] ?? start, rect = svg('rect', {class: 'hit', x: x(start), y: TOP, width: Math.max(x(end) - x(start), .5), height: bottom - TOP});
      rect.addEventListener('pointerenter', () => {
        note.textContent = `${format.time(start)} to ${format.time(end)}: ` + curves.map((c) => `${format.visible(c.name).slice(0, 40)} ${text(valueAt(c.steps, start))}`).join(', ');
      });
      rect.addEventListener('click', () => goTo(start, end));
      hits.append(rect);
    });
    plot.append(hits);
    return rocpd.element('div', {class: 'chart'}, key(curves.map((c) => c.name)), plot, note);
  }

  const column = (table, name) => table.columns.indexOf(name);

  function utilisation(table, rows) {
    const at = (r, name) => rocpd.format.fromBase(r[column(table, name)]);
    const names = ['busy', 'kernel', 'copy', 'communication'].filter((n) => n !== 'communication' || rows.some((r) => r[column(table, 'communication_share')]));
    const curves = names.map((name, i) => ({name, filled: !i, steps: rows.map((r) => ({start: at(r, 'start'), end: at(r, 'end'), value: r[column(table, `${name}_share`)] ?? 0}))}));
    return overTime('Utilisation of the GPUs over time', curves, 1, rocpd.format.share);
  }

  /* A device keeps its value until its next step. */
  function memory(table, rows) {
    const {format} = rocpd, byDevice = new Map();
    for (const r of rows) {
      const name = String(r[column(table, 'device')]), steps = byDevice.get(name) ?? [];
      byDevice.set(name, steps);
      steps.push({start: format.fromBase(r[column(table, 'start')]), end: format.fromBase(r[column(table, 'end')]), value: Number(r[column(table, 'most_bytes')])});
    }
    const last = Math.max(...[...byDevice.values()].map((s) => s.at(-1).end));
    const curves = [...byDevice].map(([name, steps]) => {
      steps.forEach((s, i) => { s.end = steps[i + 1]?.start ?? last; });
      return {name, steps, filled: byDevice.size === 1};
    }).sort((a, b) => Math.max(...b.steps.map((s) => s.value)) - Math.max(...a.steps.map((s) => s.value)));
    const most = Math.max(...curves.flatMap((c) => c.steps.map((s) => s.value)));
    const shown = curves.slice(0, 5), out = overTime('Device memory over time', shown, roundUp(most, true), format.bytes);
    if (curves.length > shown.length) out.append(rocpd.element('p', {class: 'note'}, `The ${shown.length} devices with the most of ${curves.length}; the table has all.`));
    return out;
  }

  /* Boxes of a histogram side by side. Their bounds are powers, so all have the same width. */
  function boxes(title, bins, text) {
    const {format} = rocpd, top = roundUp(Math.max(...bins.map((b) => b.value)), false), bottom = HIGH - BOTTOM, most = width();
    const wide = Math.min((most - LEFT) / bins.length, WIDEST_BOX), plot = frame(title, Math.min(most, LEFT + wide * bins.length), top, text, '', ''), every = Math.ceil(64 / wide);
    bins.forEach((b, i) => {
      const high = b.value / top * (bottom - TOP), x = LEFT + i * wide;
      const label = `${format.span(b.from)} to ${b.to === null ? 'any' : format.span(b.to)}: ${b.label}`;
      plot.append(svg('rect', {class: 'box c0', x: (x + .5).toFixed(2), y: (bottom - high).toFixed(2), width: Math.max(wide - 1, .5).toFixed(2), height: high.toFixed(2)}, svg('title', {}, label)));
      if (i % every === 0) plot.append(svg('text', {x: x.toFixed(2), y: HIGH - 4}, format.span(b.from).replace(/\.0+ /, ' ')));
    });
    return plot;
  }

  /* Bins without calls have no row, but are shown. */
  function binsOf(table, rows) {
    const bins = rows.map((r) => ({from: Number(r[column(table, 'bin_start_ns')]), to: r[column(table, 'bin_end_ns')], value: r[column(table, 'calls')]}));
    const out = [];
    for (const b of bins) {
      for (let last = out.at(-1); last && last.to !== null && last.to < b.from; last = out.at(-1)) out.push({from: last.to, to: last.to * 2, value: 0});
      out.push(b);
    }
    while (out.length < FEWEST_BOXES) { /* a single box would not show its position */
      if (out[0].from > 1) out.unshift({from: out[0].from / 2, to: out[0].from, value: 0});
      const last = out.at(-1);
      if (last.to !== null) out.push({from: last.to, to: last.to * 2, value: 0});
      else if (out[0].from <= 1) break;
    }
    return out.map((b) => ({...b, label: `${rocpd.format.count(b.value)} runs`}));
  }

  const histogram = (table, rows, name) => boxes(`How long the runs of ${rocpd.format.visible(String(name)).slice(0, 160)} took`, binsOf(table, rows), rocpd.format.count);

  /* Below a kernel's row in the table of kernels. */
  async function durationsOf(name) {
    const table = rocpd.directory.tables.find((t) => /^top_durations(\.sql)?$/.test(t.name)), i = table ? column(table, 'name') : -1;
    const rows = table ? (await rocpd.table(table.name)).filter((r) => r[i] === name) : [];
    return rows.length ? rocpd.element('div', {class: 'chart'}, histogram(table, rows, name)) : null;
  }

  function durations(table, rows) {
    const {element, format} = rocpd, i = column(table, 'name'), byName = new Map();
    for (const r of rows) byName.set(r[i], [...byName.get(r[i]) ?? [], r]);
    const select = element('select', {id: 'kernel-of-histogram'}), place = element('div');
    for (const name of byName.keys()) {
      const option = element('option', {value: String(select.length)}, format.visible(String(name)).slice(0, 160));
      select.append(option);
    }
    const draw = () => {
      const name = [...byName.keys()][select.selectedIndex];
      place.replaceChildren(histogram(table, byName.get(name), name));
    };
    select.addEventListener('change', draw);
    draw();
    return element('div', {class: 'chart'}, element('label', {for: select.id}, 'Kernel '), select, place);
  }

  function lengths(table, rows) {
    const {format} = rocpd, at = (r, name) => r[column(table, name)];
    const bins = rows.map((r) => ({from: at(r, 'from_ns'), to: at(r, 'to_ns'), value: Number(at(r, 'idle_ns')), label: `${format.count(at(r, 'gaps'))} pauses, ${format.span(at(r, 'idle_ns'))}`}));
    return rocpd.element('div', {class: 'chart'}, rocpd.element('p', {class: 'note'}, 'Time in pauses of each length'), boxes('Time in pauses of each length', bins, format.span));
  }

  const makers = {gpu_utilisation: utilisation, memory, top_durations: durations, gaps_lengths: lengths};
  rocpd.charts = {
    svg, frame, key, roundUp, width, HIGH, LEFT, BOTTOM, TOP,
    detail: (table) => /^top(\.sql)?$/.test(table.name) ? {title: 'How long its runs took', of: (row) => durationsOf(row[column(table, 'name')])} : null,
    /* The picture shows the same, and the table has many rows, so the table is closed at first. */
    folds: (table) => /^(gpu_utilisation|memory|top_durations|calls_tree|hotspots_tree)(\.sql)?$/.test(table.name),
    of(table, rows) {
      const name = table.name.replace(/\.sql$/, '');
      return ({...makers, calls_tree: rocpd.flame, hotspots_tree: rocpd.flame, ranks: rocpd.rankChart})[name]?.(table, rows) ?? null;
    },
  };
}
