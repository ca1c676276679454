/* Search for events by name or category: how many there are (chunks' statistics say it), and from one to the next in order of time. What does not match
** is drawn pale. A text between slashes is a regular expression. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const WAIT_MS = 150;
  const search = rocpd.search = {heads: null, count: 0, current: null};
  let field = null, output = null, timer = 0, turn = 0;

  function matcher(text) {
    const m = /^\/(.+)\/?$/.exec(text);
    if (m) {
      const expression = new RegExp(m[1].replace(/\/$/, ''), 'i');
      return (name) => expression.test(name);
    }
    const lower = text.toLowerCase();
    return (name) => name.toLowerCase().includes(lower);
  }

  /* Which heads match: each string is looked at once. */
  function headsOf(text) {
    const matches = matcher(text), {strings, heads} = rocpd.directory, known = new Map(), out = new Uint8Array(rocpd.heads);
    const yes = (s) => {
      if (s < 0) return false;
      if (!known.has(s)) known.set(s, matches(strings[s]));
      return known.get(s);
    };
    for (let h = 0; h < out.length; h++) out[h] = yes(heads[3 * h + 1]) || yes(heads[3 * h + 2]) ? 1 : 0;
    return out;
  }

  const allLanes = () => rocpd.directory.tracks.flatMap((t, i) => rocpd.lanes(i));

  function inChunk(stats, c) {
    let n = 0;
    for (let i = stats.at[c]; i < stats.at[c + 1]; i++) if (search.heads[stats.head[i]]) n += stats.events[i];
    return n;
  }

  async function start() {
    const mine = ++turn, text = field.value.trim();
    search.current = null, search.count = 0, search.heads = rocpd.color.dim = null;
    output.textContent = '';
    rocpd.draw.request();
    if (!text) return;
    try {
      search.heads = rocpd.color.dim = headsOf(text);
    } catch (error) {
      output.textContent = `no regular expression: ${error.message}`;
      return;
    }
    let n = 0;
    for (const stats of await Promise.all(allLanes().map((lane) => lane.stats()))) {
      if (mine !== turn) return;
      for (let i = 0; i < stats.head.length; i++) if (search.heads[stats.head[i]]) n += stats.events[i];
    }
    if (mine !== turn) return;
    search.count = n;
    say();
  }

  const say = (more = '') => {
    output.textContent = `${rocpd.format.count(search.count)} ${search.count === 1 ? 'event' : 'events'}${more}`;
  };

  /* Of events that begin at the same time the order is that of tracks, lanes, and their place. */
  const order = (a, b) => a.start - b.start || a.track - b.track || a.lane - b.lane || a.chunk - b.chunk || a.index - b.index;

  /* The nearest match of the lane after (way 1) or before (-1) the place. bound: none beyond this time is of use. */
  async function nearest(lane, stats, place, way, bound) {
    for (let c = way > 0 ? Math.max(0, lane.chunkAt(place.start - .5)) : lane.chunkAt(place.start); c >= 0 && c < lane.chunks; c += way) {
      if (way > 0 && lane.chunkFirst[c] > bound) break;
      if (way < 0 && lane.chunkFirst[c + 1] < bound) break;
      if (!inChunk(stats, c)) continue;
      const t = await lane.times(c);
      for (let i = way > 0 ? 0 : t.n - 1; i >= 0 && i < t.n; i += way) {
        if (!search.heads[t.head[i]]) continue;
        const at = {start: t.first + t.start[i], track: lane.track, lane: lane.index, chunk: c, index: i};
        if (order(at, place) * way > 0) return at;
      }
    }
    return null;
  }

  /* The first step begins at the left side of the screen, or at what is selected. */
  search.step = async (way) => {
    if (!search.heads || !search.count) return;
    const mine = turn, e = search.current ?? rocpd.details.selected;
    const place = e ?? {start: way > 0 ? rocpd.camera.from : rocpd.camera.to, track: -1, lane: 0, chunk: 0, index: 0};
    let best = null;
    for (const lane of allLanes()) {
      const stats = await lane.stats();
      const found = await nearest(lane, stats, place, way, best ? best.start : way * Infinity);
      if (found && (!best || order(found, best) * way < 0)) best = found;
    }
    if (mine !== turn) return;
    if (!best) {
      say(way > 0 ? ', this is the last one' : ', this is the first one');
      return;
    }
    search.current = await rocpd.events.at(rocpd.lane(best.track, best.lane), best.chunk, best.index);
    if (mine !== turn) return;
    say();
    await rocpd.details.show(search.current);
  };

  search.clear = () => {
    field.value = '';
    start();
  };

  /* On the ruler: where the match is. */
  search.marks = (context, height) => {
    if (!search.current) return;
    const x = rocpd.camera.x(search.current.start);
    context.fillStyle = rocpd.color.theme.mark;
    context.beginPath(), context.moveTo(x - 5, 0), context.lineTo(x + 5, 0), context.lineTo(x, height / 3), context.fill();
  };

  search.begin = (fieldElement, outputElement) => {
    field = fieldElement, output = outputElement;
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(start, WAIT_MS);
    });
    field.addEventListener('keydown', async (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      if (timer) clearTimeout(timer), timer = 0;
      if (!search.heads && field.value.trim()) await start();
      search.step(event.shiftKey ? -1 : 1);
    });
  };
}
