/* Counters: a line with what is below it filled. Many values of one pixel are drawn from the least to the largest of them. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const counters = rocpd.counters = {};

  /* The least and largest of values [a, b), with those of whole blocks. */
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
    let i = Math.max(0, lower(time, 0, time.length, camera.from) - 1);
    for (let x = Math.max(0, Math.floor(camera.x(time[i]))); x < camera.width && i < time.length;) {
      const next = lower(time, i, time.length, camera.time(x + 1));
      if (next > i + 1) { /* several in this pixel */
        const [low, high] = range(data, i, next);
        if (high >= low) context.fillRect(x, Math.min(y(high), zero), 1, Math.max(1, Math.abs(y(Math.max(high, 0)) - y(Math.min(low, 0)))));
        i = next - 1;
        x++;
      } else { /* one value for a while */
        const end = i + 1 < time.length ? Math.min(camera.width, Math.max(x + 1, Math.floor(camera.x(time[i + 1])))) : Math.min(camera.width, Math.max(x + 1, camera.x(rocpd.directory.span?.[1] ?? time[i])));
        if (value[i] === value[i]) context.fillRect(x, Math.min(y(value[i]), zero), end - x, Math.max(1, Math.abs(y(value[i]) - zero)));
        x = Math.ceil(end);
        i++;
        if (i < time.length && x < camera.width) i = Math.max(i, lower(time, i, time.length, camera.time(x + 1)) - 1);
      }
    }
    context.globalAlpha = 1;
    context.fillStyle = color.theme.dim;
    context.fillText(counters.text(c, c.high), 4, top + 10);
  };

  /* The value at a time: of the last one before it. */
  counters.at = (n, t) => {
    const data = rocpd.counter(n);
    if (!data) return null;
    const i = rocpd.strips.lower(data.time, 0, data.time.length, t + 1e-9) - 1;
    return i < 0 || data.value[i] !== data.value[i] ? null : data.value[i];
  };
}
