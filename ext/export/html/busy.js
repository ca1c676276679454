/* How busy lanes are in a part of time: when there are events, how many at a time, and the gaps. Only outermost events count, since inner ones run at the
** same time. exactly(): from all events, one piece of time after the other, so that only a few pieces are in memory; about(): from pyramids, at once. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const CHUNKS = 8;        /* chunks that begin in a piece */
  const BUCKETS = 4096;    /* least number of buckets of a pyramid level */
  const GAPS = 20000, LONGEST = 1000; /* number of gaps that are kept; if there are more, the longest ones */
  const busy = rocpd.busy = {};

  const inLane = (lane, from, to) => {
    const a = Math.max(0, lane.chunkAt(from)), b = lane.chunkAt(to);
    return b < 0 ? 0 : lane.eventsBefore[b + 1] - lane.eventsBefore[a];
  };
  busy.eventsIn = (lanes, from, to) => lanes.reduce((sum, lane) => sum + inLane(lane, from, to), 0);

  /* ---- from events */

  /* Begins and ends of the lane's outermost events, cut to [from, to). */
  async function spansOfEvents(lane, from, to, starts, ends, timesOf = lane.times) {
    const last = lane.chunkAt(to), {span} = rocpd.directory, put = (start, end) => {
      const a = Math.max(start, from), b = Math.min(end, to, span[1]);
      if (b > a) starts.push(a), ends.push(b);
    };
    for (let c = Math.max(0, lane.chunkAt(from)), begun = false; c <= last; c++, begun = true) {
      const t = await timesOf(c);
      if (!begun && t.around.start.length) put(t.around.start[0], t.around.start[0] + t.around.duration[0]);
      for (let i = 0; i < t.n; i++) if (!t.depth || t.depth[i] === 0) put(t.first + t.start[i], t.first + t.start[i] + t.duration[i]);
    }
  }

  const nothing = () => ({busy: 0, work: 0, most: 0, gaps: [], left: false});

  function addGap(sum, a, b) {
    const last = sum.gaps.at(-1);
    if (b <= a) return;
    if (last && last[1] === a) last[1] = b; /* it continues in the next piece */
    else sum.gaps.push([a, b]);
    if (sum.gaps.length <= GAPS) return;
    const open = sum.gaps.pop();
    sum.gaps = [...sum.gaps.sort(([p, q], [r, s]) => s - r - (q - p)).slice(0, LONGEST), open];
    sum.left = true;
  }

  /* Adds one piece. If an end and a begin are at the same time, the end comes first. */
  function sweep(sum, starts, ends, from, to) {
    const n = starts.length, begin = Float64Array.from(starts).sort(), end = Float64Array.from(ends).sort();
    let at = from, open = 0;
    for (let i = 0, k = 0; k < n;) {
      const t = i < n && begin[i] < end[k] ? begin[i] : end[k], length = t - at;
      if (length > 0 && open) {
        sum.busy += length, sum.work += length * open;
        if (open > sum.most) sum.most = open;
      } else if (length > 0) addGap(sum, at, t);
      at = t;
      if (i < n && begin[i] < end[k]) i++, open++;
      else k++, open--;
    }
    addGap(sum, at, to);
  }

  /* Times between which about this number of chunks begins. */
  function cuts(lanes, from, to) {
    const begins = [], out = [from];
    for (const lane of lanes) for (let c = Math.max(0, lane.chunkAt(from)); c < lane.chunks && lane.chunkFirst[c] < to; c++) begins.push(lane.chunkFirst[c]);
    const sorted = Float64Array.from(begins).sort(), each = Math.max(CHUNKS, 2 * lanes.length);
    for (let i = each; i < sorted.length; i += each) if (sorted[i] > out.at(-1)) out.push(sorted[i]);
    return [...out, to];
  }

  /* Reads the events of the lane's chunks in a piece: all are requested before the first is awaited. */
  function read(lane, from, to) {
    const out = new Map();
    for (let c = Math.max(0, lane.chunkAt(from)); c <= lane.chunkAt(to); c++) {
      const times = lane.passTimes(c);
      times.catch(() => {}); /* the caller gets the error */
      out.set(c, times);
    }
    return out;
  }

  /* goOn(part that is done) returns false to stop. */
  busy.exactly = async (lanes, from, to, goOn) => {
    const byTrack = new Map(lanes.map((lane) => [lane.track, nothing()])), all = nothing(), times = cuts(lanes, from, to);
    for (let k = 0; k + 1 < times.length; k++) {
      const [a, b] = [times[k], times[k + 1]], starts = [], ends = [], own = new Map([...byTrack.keys()].map((track) => [track, [[], []]]));
      const here = lanes.filter((lane) => lane.first < b && lane.chunks);
      const reads = new Map(here.map((lane) => [lane, read(lane, a, b)]));
      for (const lane of here) await spansOfEvents(lane, a, b, ...own.get(lane.track), (c) => reads.get(lane).get(c));
      for (const [track, [begin, end]] of own) {
        sweep(byTrack.get(track), begin, end, a, b);
        for (let i = 0; i < begin.length; i++) starts.push(begin[i]), ends.push(end[i]);
      }
      sweep(all, starts, ends, a, b);
      if (!goOn((k + 1) / (times.length - 1))) return null;
    }
    return {about: false, tracks: [...byTrack].map(([track, sum]) => ({track, ...sum})), all};
  };

  /* ---- from pyramids */

  /* [start, end, share of it that is busy] */
  async function spansOfPyramid(lane, from, to, out) {
    const p = await lane.pyramid();
    if (!p) {
      const starts = [], ends = [];
      await spansOfEvents(lane, from, to, starts, ends);
      starts.forEach((a, i) => out.push([a, ends[i], 1]));
      return;
    }
    let k = p.levels.length - 1;
    while (k > 0 && p.levels[k].size > (to - from) / BUCKETS) k--;
    const {size, depths} = p.levels[k];
    for (let i = Math.max(depths[0], rocpd.strips.lower(p.bucket, depths[0], depths[1], (from - lane.first) / size) - 1); i < depths[1]; i++) {
      const start = lane.first + p.bucket[i] * size, a = Math.max(start, from), b = Math.min(start + p.buckets[i] * size, to);
      if (start >= to) break;
      if (b > a) out.push([a, b, p.busy[i] / 255]);
    }
  }

  function sweepWeights(spans, from, to) {
    const n = spans.length, points = new Float64Array(2 * n), order = new Uint32Array(2 * n), sum = nothing();
    spans.forEach(([a, b], i) => { points[2 * i] = a, points[2 * i + 1] = b; });
    for (let i = 0; i < 2 * n; i++) order[i] = i;
    order.sort((x, y) => points[x] - points[y]);
    let at = from, open = 0, weight = 0;
    for (const i of order) {
      const t = points[i], length = t - at;
      if (length > 0 && open) {
        sum.busy += length * Math.min(1, weight), sum.work += length * weight;
        if (open > sum.most) sum.most = open;
      } else if (length > 0) addGap(sum, at, t);
      at = t;
      if (i & 1) open--, weight -= spans[i >> 1][2];
      else open++, weight += spans[i >> 1][2];
      if (!open) weight = 0;
    }
    addGap(sum, at, to);
    return sum;
  }

  busy.about = async (lanes, from, to) => {
    const byTrack = new Map(), all = [];
    for (const lane of lanes) {
      const spans = byTrack.get(lane.track) ?? [];
      byTrack.set(lane.track, spans);
      await spansOfPyramid(lane, from, to, spans);
    }
    for (const spans of byTrack.values()) for (const s of spans) all.push(s);
    return {about: true, tracks: [...byTrack].map(([track, spans]) => ({track, ...sweepWeights(spans, from, to)})), all: sweepWeights(all, from, to)};
  };
}
