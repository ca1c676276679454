/* Pixels of lanes. Each line (one depth of a lane) is one line of a picture, as wide as the screen and one pixel high, which draw.js stretches to the line's
** height. So a frame costs one pixel for each column and line, however many events there are.
**
** Zoomed out, a lane is drawn from its pyramid, from the level whose buckets are no wider than a pixel; zoomed in, from its events. Until these are loaded,
** the finest level is used. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const DEEPEST = 1024, LEAST_ALPHA = 140, NEAR = 60, LABEL = 32; /* pixels of the screen's: narrower bars have no name */
  const strips = rocpd.strips = {width: 0, lines: 0, labels: []};
  let canvas = null, context = null, image = null, pixels = null, lines = 0;

  /* The unfinished pixel of each depth. */
  const pixelAt = new Int32Array(DEEPEST), filled = new Float64Array(DEEPEST), best = new Float64Array(DEEPEST), bestHead = new Int32Array(DEEPEST);
  let lineOf = 0, depths = 1; /* first line and number of lines of the current lane */
  let near = 0; /* how much darker single events are drawn, so that a lone short one is visible */
  let bright = false; /* the current event matches a search by its arguments */

  strips.begin = (width, most) => {
    if (!canvas) canvas = document.createElement('canvas'), context = canvas.getContext('2d', {willReadFrequently: true});
    if (!image || image.width !== width || image.height < most) {
      canvas.width = width, canvas.height = Math.max(64, 2 ** Math.ceil(Math.log2(most + 1)));
      image = context.createImageData(width, canvas.height);
      pixels = new Uint32Array(image.data.buffer);
    } else pixels.fill(0, 0, width * most);
    strips.width = width, strips.labels.length = 0;
    lines = 0;
  };
  /* Adds n lines; returns the number of the first. */
  strips.add = (n) => (lines += n) - n;
  strips.end = () => {
    if (lines) context.putImageData(image, 0, 0, 0, 0, strips.width, lines);
    return canvas;
  };

  function paint(line, x, head, alpha) {
    const {dim, of} = rocpd.color;
    if (dim && !dim[head] && !bright) alpha = alpha * .25;
    pixels[line * strips.width + x] = of[head] | alpha << 24;
  }

  function flush(d) {
    const x = pixelAt[d];
    if (x >= 0) paint(lineOf + d, x, bestHead[d], Math.min(255, LEAST_ALPHA + near + (255 - LEAST_ALPHA - near) * filled[d]));
    pixelAt[d] = -1;
  }

  function part(d, x, amount, head) {
    if (pixelAt[d] !== x) {
      if (pixelAt[d] >= 0) flush(d);
      pixelAt[d] = x, filled[d] = 0, best[d] = -1;
    }
    filled[d] += amount;
    if (amount > best[d]) best[d] = amount, bestHead[d] = head;
  }

  function fill(line, a, b, head, alpha) {
    const {dim, of} = rocpd.color;
    if (dim && !dim[head] && !bright) alpha *= .25;
    const at = line * strips.width;
    pixels.fill((of[head] | alpha << 24) >>> 0, at + a, at + b);
  }

  /* Adds busy time to the pixels [x0, x1). */
  function spread(d, x0, x1, busy, head) {
    if (x0 < 0) x0 = 0;
    if (x1 > strips.width) x1 = strips.width;
    if (x1 < x0) return;
    let p = x0 | 0;
    if (x1 <= p + 1) {
      if (p < strips.width) part(d, p, (x1 - x0) * busy, head);
      return;
    }
    part(d, p, (p + 1 - x0) * busy, head);
    const end = x1 | 0;
    if (++p < end) {
      flush(d);
      fill(lineOf + d, p, end, head, LEAST_ALPHA + (255 - LEAST_ALPHA) * busy);
    }
    if (x1 > end) part(d, end, (x1 - end) * busy, head);
  }

  /* The first index in [low, high) whose value is not less. */
  function lower(values, low, high, value) {
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  strips.lower = lower;

  /* Draws [from, to) of the pyramid's level over the screen's [x0, x1). */
  function drawLevel(lane, pyramid, level, view, from, to) {
    const size = level.size / view.perPixel, left = (lane.first - view.from) / view.perPixel, {bucket, buckets, busy, head} = pyramid;
    const low = Math.max(0, Math.floor((from - lane.first) / level.size)), x0 = Math.max(0, (from - view.from) / view.perPixel), x1 = Math.min(strips.width, (to - view.from) / view.perPixel);
    for (let d = 0; d < depths && d + 1 < level.depths.length; d++) {
      const begin = level.depths[d], end = level.depths[d + 1];
      let i = lower(bucket, begin, end, low);
      if (i > begin) i--;
      for (; i < end; i++) {
        const a = left + bucket[i] * size;
        if (a >= x1) break;
        const b = a + buckets[i] * size;
        if (b > x0) spread(d, a < x0 ? x0 : a, b > x1 ? x1 : b, busy[i] / 255, head[i]);
      }
      flush(d);
    }
  }

  /* Draws one event. Wide ones have sharp sides, a line before the next one, and a name. */
  function drawEvent(d, x0, x1, head) {
    if (x1 - x0 < 1.5) {
      if (x1 <= x0) { /* an event without length */
        const x = x0 | 0;
        if (x >= 0 && x < strips.width) part(d, x, 1, head);
      } else if (x1 > 0 && x0 < strips.width) spread(d, x0, x1, 1, head);
      return;
    }
    let a = Math.round(x0), b = Math.round(x1);
    if (a < 0) a = 0;
    if (b > strips.width) b = strips.width;
    if (b <= a) return;
    flush(d);
    fill(lineOf + d, a, b, head, 255);
    if (x1 - x0 >= 4 && b < strips.width) fill(lineOf + d, b - 1, b, head, 120);
    if (b - a >= view.label) strips.labels.push(lineOf + d, a, b, head);
  }

  function drawAround(t, view, before) {
    const {start, duration, head} = t.around;
    for (let d = 0; d < start.length && d < depths; d++) {
      const end = start[d] + duration[d];
      if (end > view.from) drawEvent(d, (Math.max(start[d], before) - view.from) / view.perPixel, (end - view.from) / view.perPixel, head[d]);
    }
  }

  /* Draws the visible events of a chunk. alone: the chunk before it is not drawn, so events around its first one are drawn here. */
  function drawChunk(t, view, alone, before, found) {
    const {start, duration, head, depth, parent} = t, left = (t.first - view.from) / view.perPixel, scale = 1 / view.perPixel;
    const begin = lower(start, 0, t.n, view.from - t.first), end = lower(start, begin, t.n, view.to - t.first);
    if (alone) drawAround(t, view, before);
    /* Events that began before the left side of the screen and are still open: the last one before it, and its parents. */
    const outer = [];
    for (let i = begin - 1; i >= 0; i = parent ? parent[i] : -1) outer.push(i);
    for (const i of outer.reverse()) {
      const d = depth ? depth[i] : 0;
      bright = found !== undefined && found.has(i);
      if (d < depths && start[i] + duration[i] + t.first > view.from) drawEvent(d, left + start[i] * scale, left + (start[i] + duration[i]) * scale, head[i]);
    }
    if (found) drawFound(t, view, begin, end, found);
    else if (!depth)
      for (let i = begin; i < end; i++) {
        const x = left + start[i] * scale;
        drawEvent(0, x, x + duration[i] * scale, head[i]);
      }
    else
      for (let i = begin; i < end; i++) {
        const d = depth[i];
        if (d >= depths) continue;
        const x = left + start[i] * scale;
        drawEvent(d, x, x + duration[i] * scale, head[i]);
      }
  }

  /* The same if some match by their arguments: each has its own colour. */
  function drawFound(t, view, begin, end, found) {
    const left = (t.first - view.from) / view.perPixel, scale = 1 / view.perPixel;
    for (let i = begin; i < end; i++) {
      const d = t.depth ? t.depth[i] : 0, x = left + t.start[i] * scale;
      if (d >= depths) continue;
      if (bright !== found.has(i)) flush(d), bright = !bright;
      drawEvent(d, x, x + t.duration[i] * scale, t.head[i]);
      if (bright) flush(d);
    }
    bright = false;
  }

  const view = {from: 0, to: 0, perPixel: 1, ratio: 1, label: LABEL}; /* visible times; ns per pixel */
  strips.view = (from, to, ratio) => {
    view.from = from, view.to = to, view.perPixel = (to - from) / strips.width, view.ratio = ratio;
  };

  /* Until data are loaded: shows where there are events. */
  function drawWaiting(lane, from, to) {
    const a = Math.max(0, Math.floor((from - view.from) / view.perPixel)), b = Math.min(strips.width, Math.ceil((to - view.from) / view.perPixel));
    if (b > a) pixels.fill(0x30808080, lineOf * strips.width + a, lineOf * strips.width + b);
  }

  function drawNear(lane, pyramid) {
    const last = lane.chunkAt(view.to), first = Math.max(0, lane.chunkAt(view.from));
    let drawn = false;
    near = NEAR;
    for (let c = first; c <= last; c++) {
      const t = lane.peekTimes(c), from = lane.chunkFirst[c], to = Math.min(lane.chunkFirst[c + 1], view.to);
      if (t) drawChunk(t, view, !drawn, c ? from : -Infinity, rocpd.search.byArgument(lane, c));
      else if (pyramid) drawLevel(lane, pyramid, pyramid.levels[0], view, Math.max(from, view.from), to);
      else drawWaiting(lane, from, Math.min(to, Math.max(lane.last, lane.chunkEnd[c])));
      drawn = Boolean(t);
    }
    for (let d = 0; d < depths; d++) flush(d);
    near = 0;
  }

  /* Chooses pyramid or events, by the average number of events per pixel. nameless: other lanes are drawn on the same line. */
  strips.lane = (lane, line, n, nameless = false) => {
    if (lane.first > view.to) return;
    lineOf = line, depths = Math.min(n, DEEPEST), view.label = nameless ? Infinity : LABEL * view.ratio;
    pixelAt.fill(-1, 0, depths);
    const pyramid = lane.peekPyramid();
    if (!lane.hasPyramid) return drawNear(lane, null);
    if (!pyramid) return drawWaiting(lane, lane.first, lane.last);
    let level = -1;
    while (level + 1 < pyramid.levels.length && pyramid.levels[level + 1].size <= view.perPixel) level++;
    /* The finest level has many events in a bucket: drawing them one by one would take twice the time if a bucket is two pixels. */
    if (level < 0 && pyramid.levels[0].size <= 2 * view.perPixel) level = 0;
    if (level < 0) drawNear(lane, pyramid);
    else drawLevel(lane, pyramid, pyramid.levels[level], view, view.from, view.to);
  };
}
