/* Details of the event under the pointer, and of the one that was clicked: all of its columns and arguments, and the events linked to it (links.js). */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const NEVER_STARTED = 1;
  const details = rocpd.details = {selected: null, hovered: null, arrows: []};
  let panel = null, tip = null, turn = 0;

  const nameOf = (e) => rocpd.format.visible((rocpd.headName(e.head) || rocpd.headCategory(e.head)).slice(0, 4000));
  const trackName = (track) => {
    const t = rocpd.directory.tracks[track], p = rocpd.directory.processes[t.process], group = t.group === null ? '' : `${rocpd.directory.groups[t.group].name}, `;
    return rocpd.format.visible(`${rocpd.tracks.nameOf(track)} (${group}${p.name || 'process'} ${p.pid})`);
  };
  const lengthOf = (e) => e.flags & NEVER_STARTED ? 'never started' : e.duration === Infinity ? 'no end' : rocpd.format.span(e.duration);

  function placeTip(x, y) {
    const left = rocpd.draw.width - x < 260, root = panel.parentNode.getBoundingClientRect(), canvas = document.querySelector('.tl-tracks').getBoundingClientRect();
    tip.style.left = tip.style.right = tip.style.top = tip.style.bottom = '';
    const px = canvas.left - root.left + x, py = canvas.top - root.top + y;
    if (left) tip.style.right = `${root.width - px + 12}px`;
    else tip.style.left = `${px + 14}px`;
    if (py > root.height * .7) tip.style.bottom = `${root.height - py + 10}px`;
    else tip.style.top = `${py + 16}px`;
  }

  function showTip(x, y, title, ...lines) {
    tip.textContent = '';
    rocpd.make('b', '', tip).textContent = title.length > 300 ? `${title.slice(0, 300)}…` : title;
    for (const line of lines) rocpd.make('span', '', tip).textContent = line;
    tip.hidden = false;
    placeTip(x, y);
  }

  details.hover = (e, x, y) => {
    if (!e && !details.hovered && tip.hidden) return;
    if (!rocpd.events.same(e, details.hovered)) rocpd.links.hover(e);
    details.hovered = e;
    if (e) showTip(x, y, nameOf(e), lengthOf(e), `at ${rocpd.format.time(e.start)}`);
    else tip.hidden = true;
    rocpd.draw.request();
  };
  details.tipOfCounter = (row, t, x, y) => {
    const value = rocpd.counters.at(row.counter, t), c = rocpd.directory.counters[row.counter];
    details.hovered = null;
    if (value === null) tip.hidden = true;
    else showTip(x, y, rocpd.format.visible(c.name), rocpd.counters.text(c, value), `at ${rocpd.format.time(t)}`);
    rocpd.draw.request();
  };

  /* ---- columns */

  const cell = (column, i) => column.nulls && column.nulls[i] ? null : column.values[i];

  /* [[label, value], ...] of an event; a value of several numbers is an array. */
  async function columns(e) {
    const lane = rocpd.lane(e.track, e.lane), f = await lane.fields(e.chunk);
    if (!f) return [];
    const c = rocpd.headClass(e.head), {fields, text, signature} = rocpd.directory.classes[c], of = f.byClass[c], out = [];
    let row = 0;
    for (let i = 0; i < e.index; i++) if (f.classOf[i] === c) row++;
    fields.forEach((label, k) => {
      const value = cell(of.columns[k], row);
      if (value !== null) out.push([label, text[k] ? rocpd.name(Number(value)) : value]);
    });
    if (of.number)
      (signature || []).reduce((at, [label, count]) => {
        const values = of.signature.slice(at, at + count).map((column) => cell(column, Number(of.number[row])));
        if (values.some((v) => v !== null)) out.push([label, count > 1 ? values.map((v) => v ?? '').join(' × ') : values[0]]);
        return at + count;
      }, 0);
    return out;
  }
  details.columns = columns;

  async function argumentsOf(e) {
    const all = await rocpd.lane(e.track, e.lane).arguments(e.chunk), mine = all && all[e.index];
    return mine ? Object.entries(mine) : [];
  }

  /* ---- the panel */

  function table(rows) {
    const t = rocpd.make('table'), body = rocpd.make('tbody', '', t);
    for (const [label, value] of rows) {
      const tr = rocpd.make('tr', '', body);
      rocpd.make('th', '', tr, {scope: 'row'}).textContent = label;
      const td = rocpd.make('td', '', tr);
      if (value instanceof Node) td.append(value);
      else td.textContent = rocpd.format.visible(String(value));
    }
    return t;
  }

  function linkTo(e, label) {
    const b = rocpd.make('button', '', null, {type: 'button'});
    b.textContent = `${label}: ${nameOf(e).slice(0, 120)}, ${rocpd.format.time(e.start)}`;
    b.addEventListener('click', () => details.show(e));
    return b;
  }

  function fill(e, list, given, pairs) {
    const d = rocpd.directory, {format} = rocpd, own = [], of = rocpd.compare.of(e.track), utc = format.utc(e.start, of);
    panel.textContent = '';
    const close = rocpd.make('button', 'tl-close', panel, {type: 'button', 'aria-label': 'close'});
    close.textContent = '×';
    close.addEventListener('click', details.clear);
    rocpd.make('h3', '', panel).textContent = nameOf(e);
    own.push(['category', rocpd.headCategory(e.head) || d.classes[rocpd.headClass(e.head)].name], ['start', format.time(e.start)]);
    if (utc) own.push(['UTC', utc]);
    own.push(['start in the tables', String(BigInt(of.base) + BigInt(Math.round(e.start)))], ...rocpd.compare.facts(e.track), ['duration', e.duration === Infinity || e.flags ? lengthOf(e) : `${lengthOf(e)} (${format.count(e.duration)} ns)`], ['track', trackName(e.track)]);
    const boxes = rocpd.make('div', 'tl-columns', panel);
    boxes.append(table(own));
    if (list.length) boxes.append(table(list));
    if (given.length) boxes.append(table(given));
    if (pairs.length) {
      const others = rocpd.make('div', '', boxes);
      others.append(table(pairs.map(([call, work]) => rocpd.events.same(call, e) ? ['launched', linkTo(work, 'go to')] : ['launched by', linkTo(call, 'go to')])));
      if (pairs.more) rocpd.make('p', '', others).textContent = `The first ${pairs.length}; there are more, with the same stack_id.`;
    }
    panel.hidden = false;
  }

  details.select = async (e) => {
    const mine = ++turn;
    rocpd.selection.clear();
    details.selected = e, details.arrows = [];
    fill(e, [], [], []);
    rocpd.draw.request();
    rocpd.timeline.changed();
    requestAnimationFrame(() => requestAnimationFrame(() => mine === turn && rocpd.timeline.uncover(e))); /* the panel takes room from the timeline */
    const [list, given] = await Promise.all([columns(e), argumentsOf(e)]);
    if (mine !== turn) return;
    fill(e, list, given, []);
    const pairs = await rocpd.links.of(e);
    if (mine !== turn) return;
    details.arrows = pairs;
    if (pairs.length) fill(e, list, given, pairs);
    rocpd.draw.request();
  };
  /* Selects the event and brings it onto the screen. */
  details.show = async (e) => {
    const {camera} = rocpd, [from, to] = camera.goal(), end = Math.min(rocpd.events.end(e), rocpd.directory.span[1]), span = to - from;
    if (e.start < from || end > to || end - e.start < span / 400) {
      const wide = end - e.start < span / 400 ? Math.max((end - e.start) * 20, 200) : Math.max(span, (end - e.start) * 1.3);
      const middle = (e.start + end) / 2;
      camera.glide(middle - wide / 2, middle + wide / 2);
    }
    rocpd.timeline.reveal(e.track, e.lane, e.depth);
    await details.select(e);
  };
  /* way 0: to the launch; 1: to the launched work. */
  details.follow = (way) => {
    const pair = details.arrows.find((p) => !rocpd.events.same(p[way], details.selected));
    return pair && details.show(pair[way]);
  };
  details.clear = () => {
    turn++;
    details.selected = null, details.arrows = [];
    panel.hidden = true;
    rocpd.draw.request();
    rocpd.timeline.changed();
  };
  details.panel = () => panel;

  details.begin = (panelElement, tipElement) => {
    panel = panelElement, tip = tipElement;
  };
}
