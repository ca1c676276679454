/* Ranks side by side: GPU work of each rank in a column, and the median computing time as a line. The rank that keeps the others waiting is marked. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const PARTS = ['compute', 'communication', 'copy', 'idle'], WIDEST = 90, LABEL = 34; /* px */

  function parts(row, at) {
    let sum = 0;
    return PARTS.map((name) => {
      const value = Math.max(0, Number(row[at(`${name}_ns`)]) || 0);
      return {name, value, from: sum, to: sum += value};
    });
  }

  const middleOf = (values) => {
    const sorted = values.slice().sort((a, b) => a - b), n = sorted.length;
    return n % 2 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  };

  function text(row, at, shown) {
    const {format} = rocpd, skew = row[at('skew')], rank = row[at('rank')];
    return `${rank === null ? 'processes without a rank' : `rank ${rank}`}: ${shown.map((p) => `${p.name} ${format.span(p.value)}`).join(', ')}`
      + (skew === null ? '' : `; computes ${format.share(Math.abs(skew))} ${skew < 0 ? 'less' : 'more'} than the median`) + (row[at('note')] ? ', and the others wait for it' : '');
  }

  rocpd.rankChart = (table, rows) => {
    const {svg, frame, key, roundUp, width, HIGH, LEFT, BOTTOM, TOP} = rocpd.charts, {format, element} = rocpd, at = (name) => table.columns.indexOf(name);
    const all = rows.map((row) => parts(row, at)), most = Math.max(...all.map((p) => p.at(-1).to), 1), top = roundUp(most, false), bottom = HIGH - BOTTOM;
    const wide = Math.min((width() - LEFT) / rows.length, WIDEST), whole = LEFT + wide * rows.length, plot = frame('What the GPUs of each rank did', whole, top, format.span, '', '');
    const y = (v) => bottom - v / top * (bottom - TOP), note = element('p', {class: 'note'}, '\u00a0'), every = Math.ceil(LABEL / wide);
    rows.forEach((row, i) => {
      const x = LEFT + i * wide, said = text(row, at, all[i]), column = svg('g', {}, svg('title', {}, said)), gap = wide > 6 ? 2 : wide > 2 ? .5 : 0;
      all[i].forEach((p, k) => column.append(svg('rect', {class: `box c${k}`, x: x + gap, width: Math.max(wide - 2 * gap, .5), y: y(p.to), height: Math.max(y(p.from) - y(p.to), 0)})));
      if (row[at('note')]) column.append(svg('path', {class: 'straggler', d: `M${x + wide / 2 - 5} ${y(all[i].at(-1).to) - 8}h10l-5 7z`}));
      if (i % every === 0) column.append(svg('text', {x: x + wide / 2, y: HIGH - 4, 'text-anchor': 'middle'}, row[at('rank')] === null ? '-' : String(row[at('rank')])));
      column.addEventListener('pointerenter', () => { note.textContent = said; });
      column.addEventListener('click', () => rocpd.go({start: format.fromBase(row[at('start')]), end: format.fromBase(row[at('end')])}));
      plot.append(column);
    });
    const middle = y(middleOf(all.map((p) => p[0].value)));
    plot.append(svg('path', {class: 'middle', d: `M${LEFT} ${middle}H${whole}`}));
    return element('div', {class: 'chart ranks'}, key(PARTS), plot, element('p', {class: 'about'}, `Work that overlaps counts in each part. The line is the median computing time${rows.some((r) => r[at('note')]) ? '; ▼ this rank keeps the others waiting' : ''}.`), note);
  };
}
