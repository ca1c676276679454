/* Values in readable form. Displayed values are rounded; the `title` and copied text keep all digits. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
  const SIZES = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const number = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
  const MINUS = '−';

  const isNumber = (v) => typeof v === 'number' || typeof v === 'bigint';
  /* The exporter writes integers beyond 2^53 as texts of digits. */
  const DIGITS = /^-?\d{16,19}$/;
  const numeric = (v) => isNumber(v) ? v : typeof v === 'string' && DIGITS.test(v) ? BigInt(v) : null;

  /* Three to four digits, as `rocpd` prints them. */
  function rounded(x) {
    const a = Math.abs(x);
    return x.toFixed(a >= 100 ? 1 : 2);
  }

  /* A duration: 13.84 ms. Of a minute or more: 2 min 5 s, since nobody reads 7325.2 s. */
  function span(ns) {
    if (ns === null || ns === undefined) return '';
    const x = Number(ns), a = Math.abs(x), sign = x < 0 ? MINUS : '';
    if (!Number.isFinite(x)) return String(x);
    if (a >= 60e9) {
      const s = Math.round(a / 1e9), d = Math.floor(s / 86400), h = Math.floor(s / 3600) % 24, m = Math.floor(s / 60) % 60;
      return sign + (d ? `${d} d ${h} h` : h ? `${h} h ${m} min` : `${m} min ${s % 60} s`);
    }
    if (a < 1000) return `${sign}${Number.isInteger(a) ? a : a.toFixed(1)} ns`;
    const [size, unit] = UNITS.find(([n]) => a >= n);
    return `${sign}${rounded(a / size)} ${unit}`;
  }

  /* A time since the trace's start, to the ns: 1.234 567 890 s. */
  function time(ns) {
    if (ns === null || ns === undefined) return '';
    const n = typeof ns === 'bigint' ? ns : BigInt(Math.round(Number(ns))), a = n < 0n ? -n : n;
    const part = String(a % 1000000000n).padStart(9, '0').replace(/(\d{3})(?=\d)/g, '$1\u202f');
    return `${n < 0n ? MINUS : ''}${a / 1000000000n}.${part} s`;
  }

  function bytes(n) {
    if (n === null || n === undefined) return '';
    let x = Number(n), i = 0;
    for (; Math.abs(x) >= 1024 && i < SIZES.length - 1; i++) x /= 1024;
    return i ? `${rounded(x)} ${SIZES[i]}` : `${number.format(x)} ${x === 1 ? 'byte' : 'bytes'}`;
  }

  const count = (n) => n === null || n === undefined ? '' : number.format(n);

  function real(x) {
    const a = Math.abs(x);
    if (Number.isInteger(x) && a < 1e15) return number.format(x);
    if (a >= 1e6 || (a > 0 && a < 1e-3)) return x.toExponential(2);
    return a >= 1000 ? number.format(x) : String(Number(x.toPrecision(4)));
  }

  function share(x) {
    if (x === null || x === undefined) return '';
    const text = (100 * Math.abs(x)).toFixed(Math.abs(x) >= .9995 || x === 0 ? 0 : 1);
    return `${x < 0 && Number(text) ? MINUS : ''}${text} %`;
  }

  /* UTC of a time from the base on; '' if the trace (of: one of two) has no wall clock. */
  function utc(ns, of = rocpd.directory) {
    const {base, wall} = of ?? {};
    if (wall === null || wall === undefined || ns === null || ns === undefined) return '';
    const all = BigInt(base) + BigInt(wall) + (typeof ns === 'bigint' ? ns : BigInt(Math.round(Number(ns))));
    const second = all / 1000000000n, rest = all % 1000000000n, date = new Date(Number(second) * 1000);
    return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 19).replace('T', ' ')}.${String(rest).padStart(9, '0')}`;
  }

  /* A time of the tables as ns from the base on; null if it is none. */
  function fromBase(value, of = rocpd.directory) {
    const n = numeric(value);
    if (n === null || (typeof n === 'number' && !Number.isFinite(n))) return null;
    return Number(BigInt(typeof n === 'bigint' ? n : Math.round(n)) - BigInt(of?.base ?? 0));
  }

  /* The kind of value in a column, by its name: the extension names columns by unit. */
  function kind(name) {
    if (/_ns$/.test(name)) return 'span';
    if (/(^|_)(start|end|timestamp)$/.test(name)) return 'moment';
    if (/(^|_)bytes$/.test(name)) return 'bytes';
    if (/(^|_)(share|utilisation|skew)$/.test(name)) return 'share';
    if (/(^|_)(p?pid|tid|id|rank|node|number|line)$/.test(name)) return 'id';
    if (/^(evidence|sql)$/.test(name)) return 'sql';
    return 'value';
  }

  /* Code points that are invisible or change the direction of text are shown as codes. */
  const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
  const visible = (text) => text.replace(HIDDEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

  function cell(name, value, columnKind = kind(name)) {
    if (value === null || value === undefined) return '';
    const n = numeric(value);
    if (n === null || columnKind === 'id') return visible(String(value));
    switch (columnKind) {
      case 'span': return span(n);
      case 'moment': return time(fromBase(n));
      case 'bytes': return bytes(n);
      case 'share': return share(Number(n));
      default: return typeof n === 'bigint' ? String(n) : real(n);
    }
  }

  /* A column's name as a heading, without the unit, which is shown with the values. */
  function heading(name) {
    return visible(name).replace(/_(ns|bytes)$/, '').replace(/gb_s$/, 'GB/s').replace(/_/g, ' ');
  }

  rocpd.format = {span, time, bytes, count, share, utc, kind, cell, heading, visible, numeric, fromBase};
}
