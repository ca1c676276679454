/* Single events: the one at a place, its neighbours, those of a span of time. An event is {track, lane, chunk, index, start, duration, head, depth, flags};
** start is in ns from the report's base on. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const events = rocpd.events = {};
  const CHUNKS = 3; /* at most this number of chunks is searched for one place of the screen */

  const make = (lane, chunk, t, i) => ({
    track: lane.track, lane: lane.index, chunk, index: i, start: t.first + t.start[i], duration: t.duration[i], head: t.head[i], depth: t.depth ? t.depth[i] : 0,
    flags: t.flags ? t.flags[i] : 0,
  });
  const lower = (t, time) => rocpd.strips.lower(t.start, 0, t.n, time - t.first);

  events.at = async (lane, chunk, index) => make(lane, chunk, await lane.times(chunk), index);
  events.same = (a, b) => Boolean(a && b && a.track === b.track && a.lane === b.lane && a.chunk === b.chunk && a.index === b.index);
  events.end = (e) => e.start + e.duration;

  /* The event of the lane that begins at `start` and has this depth; and this duration, since an event of 0 ns may come before it. */
  async function startingAt(lane, start, depth, duration) {
    for (let c = lane.chunkAt(start); c >= 0 && lane.chunkFirst[c + 1] >= start; c--) {
      const t = await lane.times(c);
      for (let i = lower(t, start); i < t.n && t.first + t.start[i] === start; i++)
        if ((t.depth ? t.depth[i] : 0) === depth && (duration === undefined || t.duration[i] === duration)) return make(lane, c, t, i);
      if (t.first < start) break;
    }
    return null;
  }
  events.startingAt = startingAt;

  /* The event of the lane with exactly these times. */
  events.exactly = async (lane, start, end) => {
    if (start > Math.max(lane.last, lane.chunkFirst[lane.chunks - 1])) return null;
    for (let c = lane.chunkAt(start); c >= 0 && lane.chunkFirst[c + 1] >= start; c--) { /* events of one moment may be in two chunks */
      const t = await lane.times(c);
      for (let i = lower(t, start); i < t.n && t.first + t.start[i] === start; i++) if (start + t.duration[i] === end) return make(lane, c, t, i);
      if (t.first < start) break;
    }
    return null;
  };

  /* The longest event of this depth that touches [from, to]. */
  events.longestIn = async (lane, depth, from, to) => {
    let best = null, bestLength = -1;
    const begin = Math.max(0, lane.chunkAt(from)), end = Math.min(lane.chunkAt(to), begin + CHUNKS - 1);
    const consider = (start, duration, found) => {
      if (start + duration < from || start > to || duration <= bestLength) return;
      bestLength = duration, best = found;
    };
    for (let c = begin; c <= end; c++) {
      const t = await lane.times(c), a = lower(t, from), b = rocpd.strips.lower(t.start, a, t.n, to - t.first + 1e-9);
      const see = (i) => {
        if ((t.depth ? t.depth[i] : 0) === depth) consider(t.first + t.start[i], t.duration[i], () => make(lane, c, t, i));
      };
      for (let i = a; i < b; i++) see(i);
      for (let i = a - 1; i >= 0; i = t.parent ? t.parent[i] : -1) see(i);
      if (c === begin && depth < t.around.start.length) consider(t.around.start[depth], t.around.duration[depth], () => startingAt(lane, t.around.start[depth], depth, t.around.duration[depth]));
    }
    return best && best();
  };

  /* The event before (-1) or after (1) it in its lane, at its depth. */
  events.neighbour = async (e, way) => {
    const lane = rocpd.lane(e.track, e.lane);
    for (let c = e.chunk, i = e.index + way; c >= 0 && c < lane.chunks; c += way) {
      const t = await lane.times(c);
      if (c !== e.chunk) i = way > 0 ? 0 : t.n - 1;
      for (; i >= 0 && i < t.n; i += way) if ((t.depth ? t.depth[i] : 0) === e.depth) return make(lane, c, t, i);
    }
    return null;
  };

  /* The event at a place of the screen; null: none. */
  events.pick = async (x, y, scroll) => {
    const placed = rocpd.tracks.at(y, scroll);
    if (!placed || !placed.row.lanes.length) return null;
    const inside = y - rocpd.tracks.screenY(placed, scroll), {LINE} = rocpd.tracks;
    for (const near of [.5, 3]) /* small events are also found a little beside the pointer */
      for (const l of placed.row.lanes) {
        const depth = Math.floor((inside - l.y) / LINE), room = near * rocpd.camera.perPixel(), t = rocpd.camera.time(x);
        if (depth < 0 || depth >= l.depth || t + room < l.lane.first) continue;
        const found = await events.longestIn(l.lane, depth, t - room, t + room);
        if (found) return found;
      }
    return null;
  };

  /* The event around the chunk that began before it and is still open at a time. */
  const aroundAt = async (lane, t, time) => {
    const {start, duration} = t.around, out = await Promise.all(Array.from(start, (a, d) => a + duration[d] > time ? startingAt(lane, a, d, duration[d]) : null));
    return out.filter(Boolean);
  };

  /* At most `most` events of some lanes that touch [from, to), in order of time. */
  events.between = async (lanes, from, to, most) => {
    const out = [];
    for (const lane of lanes) {
      const begun = Math.max(0, lane.chunkAt(from)), end = lane.chunkAt(to);
      let n = 0;
      for (let c = begun; c <= end && n < most; c++) {
        const t = await lane.times(c);
        if (c === begun && c) for (const e of await aroundAt(lane, t, from)) out.push(e), n++;
        const outer = [];
        const begin = lower(t, from);
        for (let i = begin - 1; i >= 0; i = t.parent ? t.parent[i] : -1) if (t.first + t.start[i] + t.duration[i] > from) outer.unshift(i);
        for (const i of outer) out.push(make(lane, c, t, i)), n++;
        for (let i = begin; i < t.n && t.first + t.start[i] < to && n < most; i++) out.push(make(lane, c, t, i)), n++;
      }
    }
    return out.sort((a, b) => a.start - b.start).slice(0, most);
  };
}
