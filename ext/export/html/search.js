/* Search for events by name or category, and by arguments if the report has them: their number (from statistics of chunks), and steps from one to the next
** in order of time. Other events are drawn pale. Text between slashes is a regular expression, text in quotes a whole name. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const WAIT_MS = 150;
  const search = rocpd.search = {heads: null, count: 0, current: null, turn: 0};
  let field = null, output = null, box = null, timer = 0;
  let found = new Map(); /* lane -> Map: chunk -> {rows: Set of events that match by an argument, more: those of them whose name does not match} */

  /* The search text as the source of a regular expression. */
  function sourceOf(text) {
    const expression = /^\/(.+)$/.exec(text), whole = /^"(.*)"$/s.exec(text), plain = (t) => t.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (expression) return expression[1].replace(/\/$/, '');
    return whole ? `^${plain(whole[1])}$` : plain(text);
  }

  /* The heads that match: each string is tested once. */
  function headsOf(source) {
    const expression = new RegExp(source, 'i'), {strings, heads} = rocpd.directory, known = new Map(), out = new Uint8Array(rocpd.heads);
    const yes = (s) => {
      if (s < 0) return false;
      if (!known.has(s)) known.set(s, expression.test(strings[s]) || expression.test(strings[s].replace(/[\r\n]/g, ''))); /* a field has one line */
      return known.get(s);
    };
    for (let h = 0; h < out.length; h++) out[h] = yes(heads[3 * h + 1]) || yes(heads[3 * h + 2]) ? 1 : 0;
    return out;
  }

  const allLanes = () => rocpd.directory.tracks.flatMap((t, i) => rocpd.lanes(i));
  const hasArguments = () => allLanes().some((lane) => lane.hasArguments(0));

  search.byArgument = (lane, c) => found.get(lane)?.get(c)?.rows;
  const matches = (t, i, rows) => search.heads[t.head[i]] === 1 || (rows !== undefined && rows.has(i));
  search.matches = matches;

  /* Number of matches in a chunk. */
  function inChunk(lane, stats, c) {
    let n = found.get(lane)?.get(c)?.more ?? 0;
    for (let i = stats.at[c]; i < stats.at[c + 1]; i++) if (search.heads[stats.head[i]]) n += stats.events[i];
    return n;
  }
  search.inChunk = inChunk;

  async function findArguments(source, mine) {
    const out = new Map(), works = allLanes().flatMap((lane) => Array.from({length: lane.chunks}, (_, c) => [lane, c])).filter(([lane, c]) => lane.hasArguments(c));
    for (const [i, [lane, c]] of works.entries()) {
      if (i % 8 === 0) { /* this number is requested at a time */
        await Promise.all(works.slice(i, i + 8).map(([l, k]) => l.findArguments(k, source)));
        if (mine !== search.turn) return null;
        output.textContent = `arguments: ${Math.floor(100 * i / works.length)} %`;
      }
      const {rows} = await lane.findArguments(c, source);
      if (!rows.length) continue;
      const t = await lane.times(c);
      if (!out.has(lane)) out.set(lane, new Map());
      out.get(lane).set(c, {rows: new Set(rows), more: rows.reduce((n, row) => n + !search.heads[t.head[row]], 0)});
    }
    return out;
  }

  async function start() {
    const mine = ++search.turn, text = field.value.trim();
    clearTimeout(timer), timer = 0;
    search.current = null, search.count = 0, search.heads = rocpd.color.dim = null, found = new Map();
    output.textContent = '';
    rocpd.marks.again();
    rocpd.draw.request();
    rocpd.timeline.changed();
    if (!text) return;
    try {
      search.heads = rocpd.color.dim = headsOf(sourceOf(text));
    } catch (error) {
      output.textContent = `not a regular expression: ${error.message}`;
      return;
    }
    const given = box.checked ? await findArguments(sourceOf(text), mine) : new Map();
    if (mine !== search.turn) return;
    found = given;
    let n = 0;
    const lanes = allLanes();
    for (const [i, stats] of (await Promise.all(lanes.map((lane) => lane.stats()))).entries()) for (let c = 0; c < lanes[i].chunks; c++) n += inChunk(lanes[i], stats, c);
    if (mine !== search.turn) return;
    search.count = n;
    rocpd.marks.again();
    rocpd.draw.request();
    say();
  }

  const events = () => `${rocpd.format.count(search.count)} ${search.count === 1 ? 'event' : 'events'}`;
  const say = (more = '') => {
    output.textContent = events() + more;
  };

  /* Events that begin at the same time are ordered by track, lane and place. */
  const order = (a, b) => a.start - b.start || a.track - b.track || a.lane - b.lane || a.chunk - b.chunk || a.index - b.index;

  /* The nearest match in the lane after (way 1) or before (-1) the place. bound: matches beyond this time do not matter. */
  async function nearest(lane, stats, place, way, bound) {
    for (let c = way > 0 ? Math.max(0, lane.chunkAt(place.start - .5)) : lane.chunkAt(place.start); c >= 0 && c < lane.chunks; c += way) {
      if (way > 0 && lane.chunkFirst[c] > bound) break;
      if (way < 0 && lane.chunkFirst[c + 1] < bound) break;
      if (!inChunk(lane, stats, c)) continue;
      const t = await lane.times(c), rows = search.byArgument(lane, c);
      for (let i = way > 0 ? 0 : t.n - 1; i >= 0 && i < t.n; i += way) {
        if (!matches(t, i, rows)) continue;
        const at = {start: t.first + t.start[i], track: lane.track, lane: lane.index, chunk: c, index: i};
        if (order(at, place) * way > 0) return at;
      }
    }
    return null;
  }

  /* The number of a match among all: statistics count the chunks before it. */
  async function numberOf(place) {
    let n = 1;
    for (const lane of allLanes()) {
      const stats = await lane.stats();
      for (let c = 0; c < lane.chunks && lane.chunkFirst[c] <= place.start; c++) {
        const all = inChunk(lane, stats, c);
        if (!all || lane.chunkFirst[c + 1] < place.start) {
          n += all;
          continue;
        }
        const t = await lane.times(c), rows = search.byArgument(lane, c);
        for (let i = 0; i < t.n && t.first + t.start[i] <= place.start; i++)
          if (matches(t, i, rows) && order({start: t.first + t.start[i], track: lane.track, lane: lane.index, chunk: c, index: i}, place) < 0) n++;
      }
    }
    return n;
  }

  /* The nearest match in all lanes. */
  async function nearestOfAll(place, way) {
    let best = null;
    for (const lane of allLanes()) {
      const stats = await lane.stats();
      const at = await nearest(lane, stats, place, way, best ? best.start : way * Infinity);
      if (at && (!best || order(at, best) * way < 0)) best = at;
    }
    return best;
  }

  const moment = (start) => ({start, track: -1, lane: 0, chunk: 0, index: 0});

  /* The first step begins at the selected event, or at the left side of the screen, and continues at the other end if there is no match that way; anew: at
  ** the first match. */
  search.step = async (way, anew = false) => {
    if (timer) await start();
    if (!search.heads || !search.count) return;
    const mine = search.turn, e = anew ? null : search.current ?? rocpd.details.selected, end = moment(way * -Infinity);
    let best = await nearestOfAll(anew ? end : e ?? moment(way > 0 ? rocpd.camera.from : rocpd.camera.to), way);
    if (!best && !e) best = await nearestOfAll(end, way);
    if (mine !== search.turn) return;
    if (!best) {
      say(way > 0 ? ', this is the last one' : ', this is the first one');
      return;
    }
    search.current = await rocpd.events.at(rocpd.lane(best.track, best.lane), best.chunk, best.index);
    await rocpd.details.show(search.current);
    const number = await numberOf(best);
    if (mine === search.turn) output.textContent = `${rocpd.format.count(number)} of ${events()}`;
  };

  /* Sets the search as typed; true: it has changed. */
  search.set = (text, inArguments) => {
    if (field.value === text && box.checked === inArguments) return undefined;
    field.value = text, box.checked = inArguments && hasArguments();
    return start();
  };
  search.text = () => field.value;
  search.inArguments = () => box.checked;
  search.clear = () => search.set('', box.checked);

  /* Marks the match on the ruler. */
  search.mark = (context, height) => {
    if (!search.current) return;
    const x = rocpd.camera.x(search.current.start);
    context.fillStyle = rocpd.color.theme.mark;
    context.beginPath(), context.moveTo(x - 5, 0), context.lineTo(x + 5, 0), context.lineTo(x, height / 3), context.fill();
  };

  search.begin = (fieldElement, outputElement, boxElement) => {
    field = fieldElement, output = outputElement, box = boxElement;
    box.parentNode.hidden = !hasArguments();
    box.addEventListener('change', start);
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(start, WAIT_MS);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      search.step(event.shiftKey ? -1 : 1).catch((error) => rocpd.say?.(error.message));
    });
  };
}
