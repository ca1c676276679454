/* Two traces in one report, a and b: the trace of a row, names of the traces, and notes about both. A report of one trace shows nothing of this. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const MARKS = ['a', 'b'];
  const LONG = 200; /* longest name, in characters */
  const GIVEN = /-\d+-\d+\.rocz$/; /* a name given by the collector: the folder's name says more */
  const compare = rocpd.compare = {};
  let names = null;

  const traces = () => rocpd.directory.traces ?? [];
  compare.on = () => traces().length > 1;

  /* ---- names: the parts in which the paths differ */

  const parts = (path) => path.split('/').filter(Boolean);
  function common(lists) {
    let n = 0;
    while (lists.every((list) => n < list.length && list[n] === lists[0][n])) n++;
    return lists[0].slice(0, n);
  }

  function nameTraces() {
    const paths = traces().map((t) => common(t.sources.map((s) => parts(String(s.path))))), shared = common(paths).length;
    return paths.map((path, i) => {
      const own = path.slice(shared);
      if (own.length > 1 && GIVEN.test(own.at(-1))) own.pop();
      const short = own.length > 2 ? `${own[0]}/…/${own.at(-1)}` : own.length ? own.join('/') : path.at(-1);
      return rocpd.format.visible(String(short ?? traces()[i].path ?? 'trace')).slice(0, LONG);
    });
  }
  compare.name = (i) => (names ??= nameTraces())[i];
  compare.mark = (i) => MARKS[i];
  compare.title = () => `${compare.name(0)} compared with ${compare.name(1)}`;

  /* ---- the trace of a track: base and wall clock are those of its trace */

  const number = (track) => rocpd.directory.processes[rocpd.directory.tracks[track].process].trace;
  compare.of = (track) => compare.on() ? traces()[number(track)] : rocpd.directory;
  /* Prefix of a track's name: a or b. */
  compare.prefix = (track) => compare.on() ? `${MARKS[number(track)]}: ` : '';
  /* Whether the track belongs to the trace with that mark. In a report of one trace all tracks do. */
  compare.holds = (mark, track) => !compare.on() || !MARKS.includes(mark) || MARKS[number(track)] === mark;

  /* By how much times of b are moved to be below those of a. */
  function moved() {
    const [a, b] = traces().map((t) => BigInt(t.base)), by = a - b;
    return `${by > 0n ? '+' : ''}${rocpd.format.time(by)}`;
  }

  /* Facts about an event's trace, for its details. */
  compare.facts = (track) => {
    if (!compare.on()) return [];
    const i = number(track), out = [['trace', `${MARKS[i]}: ${compare.name(i)}`]];
    if (i) out.push(['shown', `${moved()} from its own time`]);
    return out;
  };

  const point = () => ({event: 'their first events', window: 'the beginning of the time that was chosen', marker: `the beginning of ${rocpd.format.visible(String(rocpd.directory.align)).slice(0, LONG)}`})[rocpd.directory.by];

  /* ---- headings of the timeline, above the processes of each */

  compare.rows = (make) => compare.on() ? traces().map((t, i) => {
    const {format} = rocpd, events = t.counts.events, detail = [events ? `${format.count(events)} ${events === 1 ? 'event' : 'events'}` : 'no events', i ? `moved by ${moved()}` : ''].filter(Boolean).join(' · ');
    return make(`x${i}`, `${MARKS[i]}: ${compare.name(i)}`, detail);
  }) : [];

  /* Marks the common point of both traces. */
  compare.draw = (context, height) => {
    if (!compare.on()) return;
    const x = Math.round(rocpd.camera.x(0));
    if (x < 0 || x > rocpd.camera.width) return;
    context.strokeStyle = rocpd.color.theme.mark, context.lineWidth = 1;
    context.setLineDash([4, 4]);
    context.beginPath(), context.moveTo(x + .5, 0), context.lineTo(x + .5, height), context.stroke();
    context.setLineDash([]);
  };

  /* ---- an area of both traces: the same names side by side */

  /* Lanes of a and of b; null: only one of them has any here. */
  compare.split = (lanes) => {
    if (!compare.on()) return null;
    const sides = MARKS.map((mark, i) => lanes.filter((lane) => number(lane.track) === i));
    return sides.every((side) => side.length) ? sides : null;
  };

  /* Rows of heads with the values of each side, the largest difference first. */
  compare.join = (sides) => {
    const byHead = new Map();
    sides.forEach((rows, i) => rows.forEach((r) => {
      const row = byHead.get(r.head) ?? {head: r.head, events: [0, 0], sum: [0, 0]};
      row.events[i] = r.events, row.sum[i] = r.sum;
      byHead.set(r.head, row);
    }));
    const delta = (r) => Math.abs(r.sum[1] - r.sum[0]);
    return [...byHead.values()].sort((r, s) => delta(s) - delta(r) || s.events[0] + s.events[1] - r.events[0] - r.events[1]);
  };

  const plus = (n, text) => n > 0 ? `+${text}` : text;
  compare.heads = ['name', 'events a', 'events b', 'sum a', 'sum b', 'b − a', 'b / a'];
  compare.cells = (r) => {
    const {format} = rocpd, by = r.sum[1] - r.sum[0];
    return [format.visible((rocpd.headName(r.head) || rocpd.headCategory(r.head)).slice(0, LONG)), format.count(r.events[0]), format.count(r.events[1]), format.span(r.sum[0]), format.span(r.sum[1]),
      plus(by, format.span(by)), r.sum[0] ? (r.sum[1] / r.sum[0]).toFixed(3) : ''];
  };

  /* ---- pages */

  function legend() {
    const {element, format} = rocpd, list = element('dl', {class: 'traces'});
    traces().forEach((t, i) => {
      const where = t.sources.length === 1 ? t.sources[0].path : `${format.count(t.sources.length)} files: ${`/${common(t.sources.map((s) => parts(String(s.path)))).join('/')}`}`;
      list.append(element('dt', {}, `${MARKS[i]}: ${compare.name(i)}`), element('dd', {}, format.visible(String(where)),
        element('small', {}, t.counts.events ? `${format.count(t.counts.events)} events on the timeline${i ? `, moved by ${moved()}` : ''}` : 'No event of it is on the timeline')));
    });
    return element('div', {class: 'comparison'}, list, element('p', {class: 'about'}, `On the timeline both have 0 at ${point()}.${traces()[0].window ? ' The tables are of the time that was chosen, as the timeline is.' : ''} Negative differences: b takes less.`));
  }

  /* Says which part of the traces each page covers. */
  compare.chosen = () => `The timeline shows what was chosen when the report was made; ${compare.on() && traces()[0].window ? 'the differences are of the chosen time; ' : ''}the other pages are of the whole trace.`;

  /* The note above a page's tables. */
  compare.note = (page) => {
    if (!compare.on()) return [];
    return [page === 'diff' ? legend() : rocpd.element('p', {class: 'about of-one'}, `Of a: ${compare.name(0)}. The differences to b are in `, rocpd.element('a', {href: rocpd.state.link({page: 'diff'})}, 'Differences'), '.')];
  };
}
