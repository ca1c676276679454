/* Counters: a line with what is below it filled. Many values of one pixel are drawn from the least to the largest of them. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const counters = rocpd.counters = {};

  /* The least and largest of values [a, b), using the extremes of whole blocks. */
  function range(data, a, b) {
    const {BLOCK} = rocpd.codec;
    let low = Infinity, high = -Infinity;
    for (let i = a; i < b;) {
      if (i % BLOCK === 0 && i + BLOCK <= b) {
        const k = i / BLOCK;
        if (data.low[k] < low) low = data.low[k];
        if (data.high[k] > high) high = data.high[k];
        i += BLOCK;
        continue;
      }
      const v = data.value[i++];
      if (v < low) low = v;
      if (v > high) high = v;
    }
    return [low, high];
  }

  counters.text = (c, value) => c.bytes ? rocpd.format.bytes(value) : Number.isInteger(value) ? rocpd.format.count(value) : String(Number(value.toPrecision(6)));

  counters.draw = (context, row, top) => {
    const c = rocpd.directory.counters[row.counter], data = rocpd.counter(row.counter), {camera, color} = rocpd;
    if (!data || !data.time.length) return;
    const height = row.height - 6, bottom = top + row.height - 3, least = Math.min(0, c.low), span = Math.max(c.high, 0) - least || 1;
    const y = (v) => bottom - (v - least) / span * height, zero = y(Math.max(0, least)), {time, value} = data, {lower} = rocpd.strips;
    context.fillStyle = color.theme.accent, context.globalAlpha = .55;
    const n = time.length, box = (from, to, low, high) => {
      const above = Math.min(y(Math.max(high, 0)), zero), below = Math.max(y(Math.min(low, 0)), zero);
      context.fillRect(from, above, to - from, Math.max(1, below - above));
    };
    const end = Math.min(camera.width, Math.ceil(camera.x(Math.max(rocpd.directory.span?.[1] ?? 0, time[n - 1])) + 1));
    let i = Math.max(0, lower(time, 0, n, camera.from + 1e-9) - 1); /* the value that holds at x */
    for (let x = Math.max(0, Math.floor(camera.x(time[i]))); x < end;) {
      const next = lower(time, i + 1, n, camera.time(x + 1));
      if (next > i + 1) { /* further values come in this pixel */
        const [low, high] = range(data, i, next);
        if (high >= low) box(x, x + 1, low, high);
        i = next - 1, x++;
      } else { /* the value holds for a while */
        const to = Math.max(x + 1, next < n ? Math.min(end, Math.floor(camera.x(time[next]))) : end);
        if (value[i] === value[i]) box(x, to, value[i], value[i]);
        x = to;
      }
    }
    const text = counters.text(c, c.high);
    context.globalAlpha = .8, context.fillStyle = color.theme.back;
    context.fillRect(2, top + 3, context.measureText(text).width + 4, 15);
    context.globalAlpha = 1, context.fillStyle = color.theme.dim;
    context.fillText(text, 4, top + 10);
  };

  /* The value at a time: that of the last one before it. */
  counters.at = (n, t) => {
    const data = rocpd.counter(n);
    if (!data) return null;
    const i = rocpd.strips.lower(data.time, 0, data.time.length, t + 1e-9) - 1;
    return i < 0 || data.value[i] !== data.value[i] ? null : data.value[i];
  };
}
