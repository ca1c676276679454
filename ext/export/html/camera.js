/* The part of time on the screen: [from, to) in ns from the report's base on, over `width` CSS pixels. It moves at once (set), in a short glide (glide), or
** while a key is held (speed). */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const SHORTEST = 10;      /* ns: the shortest visible part */
  const GLIDE_MS = 180;
  const camera = rocpd.camera = {from: 0, to: 1, width: 1, speed: {pan: 0, zoom: 0}};
  let first = 0, last = 1, glide = null, before = 0;

  /* The whole trace, with a little room at both ends. */
  camera.whole = () => {
    const room = Math.max((last - first) * .01, SHORTEST / 2);
    return [first - room, last + room];
  };

  function clamp(from, to) {
    const [least, most] = camera.whole(), all = most - least;
    let span = Math.min(Math.max(to - from, SHORTEST), all);
    if (!Number.isFinite(span)) span = all;
    let start = (from + to) / 2 - span / 2;
    if (!Number.isFinite(start)) start = least;
    /* Up to half of the screen may lie outside the trace, so that the first and the last event can be in its middle. */
    start = Math.min(Math.max(start, least - span / 2), most - span / 2);
    if (span >= all) start = least;
    return [start, start + span];
  }

  function move(from, to) {
    [from, to] = clamp(from, to);
    if (from === camera.from && to === camera.to) return;
    camera.from = from, camera.to = to;
    camera.moved?.();
    rocpd.draw.request();
  }

  camera.begin = (span) => {
    [first, last] = span || [0, 1000];
    [camera.from, camera.to] = camera.whole();
  };
  camera.x = (t) => (t - camera.from) / (camera.to - camera.from) * camera.width;
  camera.time = (x) => camera.from + x / camera.width * (camera.to - camera.from);
  camera.perPixel = () => (camera.to - camera.from) / camera.width;

  camera.set = (from, to) => {
    glide = null;
    move(from, to);
  };
  camera.pan = (pixels) => camera.set(camera.from + pixels * camera.perPixel(), camera.to + pixels * camera.perPixel());
  /* The time at x stays there. */
  camera.zoom = (factor, x = camera.width / 2) => {
    const at = camera.time(x), span = Math.max((camera.to - camera.from) * factor, SHORTEST);
    const from = at - (at - camera.from) * (span / (camera.to - camera.from));
    camera.set(from, from + span);
  };
  camera.glide = (from, to) => {
    [from, to] = clamp(from, to);
    if (self.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return camera.set(from, to);
    glide = {a: camera.from, b: camera.to, from, to, begun: performance.now()};
    rocpd.draw.request();
    return undefined;
  };
  /* Where a glide is going: further movements start from there. */
  camera.goal = () => glide ? [glide.from, glide.to] : [camera.from, camera.to];

  /* Between two spans of very different size, the size changes by a constant factor in time; otherwise it would seem to jump. */
  function glideAt(part) {
    const {a, b, from, to} = glide, ease = 1 - (1 - part) ** 3, ratio = (to - from) / (b - a), span = (b - a) * ratio ** ease;
    const k = Math.abs(ratio - 1) < 1e-6 ? ease : (span / (b - a) - 1) / (ratio - 1), start = a + (from - a) * k;
    move(start, start + span);
  }

  /* Called before each frame. True: another frame is needed. */
  camera.step = (now) => {
    const passed = Math.min(Math.max(now - before, 0), 50); /* the time of a frame is a little before now */
    before = now;
    if (glide) {
      const part = (now - glide.begun) / GLIDE_MS;
      if (part >= 1) camera.set(glide.from, glide.to);
      else glideAt(Math.max(part, 0));
    }
    const {pan, zoom} = camera.speed;
    if (zoom) camera.zoom(2 ** (zoom * passed / 150), camera.pointer ?? camera.width / 2);
    if (pan) camera.pan(pan * camera.width * passed / 900);
    return Boolean(glide || pan || zoom);
  };
}
