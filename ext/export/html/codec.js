/* The contents of blobs as typed arrays: text encoding, inflation, columns, and what is computed from columns (see html.h). Used by the page and by its
** workers.
**
** A column is {n, values, nulls}. values is a Float64Array, or a BigInt64Array if one value is beyond 2^53. nulls is null, or has a byte for each value; 1:
** it is NULL. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const EXACT = Number.MAX_SAFE_INTEGER, WITHIN = 2;

  /* Seven bits to a character; a character that a page cannot hold is written as 127 and the character with one bit inverted. */
  function bytesOf(text) {
    const n = text.length, out = new Uint8Array(Math.floor(n * 7 / 8));
    let at = 0, bits = 0, rest = 0;
    for (let i = 0; i < n; i++) {
      let c = text.charCodeAt(i);
      if (c === 127) c = text.charCodeAt(++i) ^ 64;
      rest |= c << bits, bits += 7;
      if (bits > 7) out[at++] = rest, rest >>>= 8, bits -= 8;
    }
    return out.subarray(0, at);
  }

  async function inflate(bytes) {
    /* (A Response of the stream would be shorter, but takes three times as long.) */
    const stream = new DecompressionStream('deflate'), writer = stream.writable.getWriter(), from = stream.readable.getReader(), parts = [];
    writer.write(bytes).catch(() => {}), writer.close().catch(() => {}); /* the reader gets the error, too */
    let n = 0;
    for (let part; !(part = await from.read()).done; n += part.value.length) parts.push(part.value);
    if (parts.length === 1) return parts[0];
    const out = new Uint8Array(n);
    parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
    return out;
  }

  const unpack = (text) => inflate(bytesOf(text));
  const json = async (text) => JSON.parse(new TextDecoder().decode(await unpack(text)));

  const reader = (bytes) => ({bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0});

  /* Slow, but with all 64 bits. */
  function bigValues(planes, width, n, delta, mask, first, base) {
    const out = new BigInt64Array(n);
    let sum = first, begun = false;
    for (let i = 0; i < n; i++) {
      if (mask && mask[i]) continue;
      let x = 0n;
      for (let k = width - 1; k >= 0; k--) x = x << 8n | BigInt(planes[k * n + i]);
      const v = !delta ? base + x : begun ? sum + base + x : first;
      sum = out[i] = BigInt.asIntN(64, v);
      begun = true;
    }
    return out;
  }
  const narrowed = (big) => big.every((v) => v <= EXACT && v >= -EXACT) ? Float64Array.from(big, Number) : big;

  /* Numbers; null: one of them is not exact. */
  function fastValues(planes, width, n, delta, mask, first, base) {
    const out = new Float64Array(n);
    if (width === 1) out.set(planes);
    else if (width === 2) for (let i = 0; i < n; i++) out[i] = planes[i] | planes[n + i] << 8;
    else if (width === 3) for (let i = 0; i < n; i++) out[i] = planes[i] | planes[n + i] << 8 | planes[2 * n + i] << 16;
    else if (width > 3) for (let i = 0; i < n; i++) out[i] = (planes[i] | planes[n + i] << 8 | planes[2 * n + i] << 16) + planes[3 * n + i] * 2 ** 24;
    for (let k = 4, of = 2 ** 32; k < width; k++, of *= 256) for (let i = 0, at = k * n; i < n; i++, at++) out[i] += planes[at] * of;
    if (!delta) {
      if (width === 0) return out.fill(base);
      if (base) for (let i = 0; i < n; i++) out[i] += base;
      if (width > 5 || Math.abs(base) > EXACT / 2) for (let i = 0; i < n; i++) if (Math.abs(out[i]) > EXACT) return null;
      if (mask) for (let i = 0; i < n; i++) if (mask[i]) out[i] = 0;
      return out;
    }
    let sum = first, i = 0;
    if (mask) while (i < n && mask[i]) out[i++] = 0;
    if (i < n) out[i++] = first;
    for (; i < n; i++) {
      if (mask && mask[i]) {
        out[i] = 0;
        continue;
      }
      sum += base + out[i];
      if (sum > EXACT || sum < -EXACT) return null;
      out[i] = sum;
    }
    return out;
  }

  function nullsOf(r, kind, n) {
    if (!kind) return null;
    const mask = new Uint8Array(n);
    if (kind === 1) return mask.fill(1);
    for (let i = 0; i < n; i++) mask[i] = r.bytes[r.at + (i >> 3)] >> (i & 7) & 1;
    r.at += (n + 7) >> 3;
    return mask;
  }

  /* The next column. real: its numbers are the bits of doubles. */
  function column(r, real = false) {
    if (r.at + 24 > r.bytes.length) throw new Error('a blob ends too early');
    const [delta, width, kind] = r.bytes.subarray(r.at, r.at + 3), n = r.view.getUint32(r.at + 4, true);
    const first = r.view.getBigInt64(r.at + 8, true), base = r.view.getBigInt64(r.at + 16, true);
    r.at += 24;
    const nulls = nullsOf(r, kind, n);
    if (kind === 1) return {n, values: new Float64Array(n), nulls};
    if (width > 8 || r.at + width * n > r.bytes.length) throw new Error('a blob ends too early');
    const planes = r.bytes.subarray(r.at, r.at += width * n);
    if (real) return {n, values: new Float64Array(bigValues(planes, width, n, delta, nulls, first, base).buffer), nulls};
    const exact = width < 7 && first <= EXACT && first >= -EXACT && base <= EXACT && base >= -EXACT;
    const values = exact && fastValues(planes, width, n, delta, nulls, Number(first), Number(base));
    return {n, values: values || narrowed(bigValues(planes, width, n, delta, nulls, first, base)), nulls};
  }

  /* The next column's values as numbers, for drawing and counting. */
  function numbers(r, real) {
    const {values, nulls} = column(r, real);
    const out = values instanceof BigInt64Array ? Float64Array.from(values, Number) : values;
    return {values: out, nulls};
  }

  /* Integers from 0 on, in as few bytes as the largest needs. */
  function small(values) {
    let most = 0;
    for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
    return most < 256 ? new Uint8Array(values) : most < 65536 ? new Uint16Array(values) : most < 2 ** 32 ? new Uint32Array(values) : values;
  }
  const smallColumn = (r) => small(numbers(r).values);

  function durations(r) {
    const {values, nulls} = numbers(r);
    if (nulls) for (let i = 0; i < values.length; i++) if (nulls[i]) values[i] = Infinity;
    return values;
  }

  /* The depth of each event, and its parent: its number; -1: none; -2 - k: the k-th of `around`. */
  function nest(out, first) {
    const {n, start, duration, around} = out, depth = new Uint16Array(n), parent = new Int32Array(n);
    const end = [], who = [];
    for (let k = 0; k < around.start.length; k++) end.push(around.start[k] + around.duration[k] - first), who.push(-2 - k);
    for (let i = 0; i < n; i++) {
      while (end.length && end[end.length - 1] <= start[i]) end.pop(), who.pop();
      depth[i] = end.length;
      parent[i] = end.length ? who[end.length - 1] : -1;
      end.push(start[i] + duration[i]), who.push(i);
    }
    out.depth = depth, out.parent = parent;
  }

  /* Durations are in order of heads, each less the shortest of its head. */
  function unsort(sorted, head, shortest) {
    const at = new Int32Array(shortest.length + 1), out = new Float64Array(sorted.length);
    for (let i = 0; i < head.length; i++) at[head[i] + 1]++;
    for (let k = 1; k < at.length; k++) at[k] += at[k - 1];
    for (let i = 0; i < head.length; i++) out[i] = sorted[at[head[i]]++] + shortest[head[i]];
    return out;
  }

  /* Turns gaps into starts; the bit that says from where a gap counts is removed from the flags. */
  function unfold(start, duration, flags) {
    for (let i = 0, begin = 0, end = 0; i < start.length; i++) {
      begin = start[i] += flags[i] & WITHIN ? begin : end;
      end = begin + duration[i];
      flags[i] &= ~WITHIN;
    }
  }

  /* A chunk's events. start: from `first`, the chunk's; duration Infinity: it has no end; head: number in the directory's.
  ** deep: they nest, so depth and parent are there. */
  function times(bytes, first, deep) {
    const r = reader(bytes), start = numbers(r).values, sorted = durations(r), own = smallColumn(r), flags = smallColumn(r), heads = smallColumn(r);
    const duration = unsort(sorted, own, numbers(r).values);
    unfold(start, duration, flags);
    const around = {start: numbers(r).values, duration: durations(r), head: smallColumn(r)};
    const head = new heads.constructor(own.length);
    for (let i = 0; i < own.length; i++) head[i] = heads[own[i]];
    const out = {n: start.length, first, start, duration, head, flags: flags.some((f) => f) ? flags : null, around, depth: null, parent: null};
    if (deep) nest(out, first);
    return out;
  }

  /* Levels, finest first: {size: ns of a bucket, depths: where in the arrays each depth's entries begin, and the end}. */
  function pyramid(bytes) {
    const r = reader(bytes), power = numbers(r).values, entries = numbers(r).values;
    const depth = smallColumn(r), bucket = smallColumn(r), buckets = smallColumn(r), busy = smallColumn(r), head = smallColumn(r), levels = [];
    for (let k = 0, at = 0; k < power.length; k++) {
      const end = at + entries[k], depths = [at];
      for (; at < end; at++) while (depths.length <= depth[at]) depths.push(at);
      depths.push(end);
      levels.push({size: 2 ** power[k], depths: Int32Array.from(depths)});
    }
    return {levels, bucket, buckets, busy, head};
  }

  /* at: where in the arrays each chunk's heads begin, and the end. least, largest: stack_ids; NaN: none. */
  function stats(bytes) {
    const r = reader(bytes), count = numbers(r).values, at = new Int32Array(count.length + 1);
    for (let i = 0; i < count.length; i++) at[i + 1] = at[i] + count[i];
    const out = {at, head: smallColumn(r), events: numbers(r).values, sum: numbers(r).values, shortest: null, longest: null, least: null, largest: null};
    for (const name of ['shortest', 'longest', 'least', 'largest']) {
      const {values, nulls} = numbers(r);
      if (nulls) for (let i = 0; i < values.length; i++) if (nulls[i]) values[i] = NaN;
      out[name] = values;
    }
    return out;
  }

  function joined(arrays) {
    const out = new Float64Array(arrays.reduce((n, a) => n + a.length, 0));
    arrays.reduce((at, a) => (out.set(a, at), at + a.length), 0);
    return out;
  }

  /* All parts of a counter, with the least and largest value of every BLOCK, so that many values are drawn fast. */
  const BLOCK = 64;
  function counter(parts, real) {
    const columns = parts.map((bytes) => {
      const r = reader(bytes), time = numbers(r).values, {values, nulls} = numbers(r, real);
      if (nulls) for (let i = 0; i < values.length; i++) if (nulls[i]) values[i] = NaN;
      return [time, values];
    });
    const time = joined(columns.map(([t]) => t)), values = joined(columns.map(([, v]) => v)), blocks = Math.ceil(time.length / BLOCK);
    const low = new Float64Array(blocks).fill(Infinity), high = new Float64Array(blocks).fill(-Infinity);
    for (let i = 0; i < values.length; i++) {
      const b = i / BLOCK | 0, v = values[i];
      if (v < low[b]) low[b] = v;
      if (v > high[b]) high[b] = v;
    }
    return {time, value: values, low, high};
  }

  /* For a chunk whose events have these classes, by class: {columns, number: of each event's signature or null, signature: columns over the numbers}. */
  function fields(bytes, classOf, classes) {
    const r = reader(bytes), out = {}, there = new Set(classOf);
    for (const c of [...there].sort((a, b) => a - b)) {
      const columns = classes[c].fields.map(() => column(r)), kinds = classes[c].signature;
      const values = kinds && kinds.length ? kinds.reduce((sum, [, count]) => sum + count, 0) : 0;
      const number = values ? column(r).values : null, signature = [];
      for (let k = 0; k < values; k++) signature.push(column(r));
      out[c] = {columns, number, signature};
    }
    return out;
  }

  rocpd.codec = {unpack, json, times, pyramid, stats, counter, fields, BLOCK};
}
