/* Code that runs in a worker: it gets a blob's text and returns typed arrays. It keeps only what the directory says about classes, so any worker can do any
** job. In the page this file only defines the function, for browsers that start no worker from a file. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  let classes = [], headClass = new Uint8Array(0);

  const classOf = (head) => Uint8Array.from(head, (h) => headClass[h]);

  const works = {
    async begin(m) {
      ({classes, headClass} = m);
      return null;
    },
    async times(m) {
      return rocpd.codec.times(await rocpd.codec.unpack(m.text), m.first, m.deep);
    },
    async fields(m) {
      const {codec} = rocpd, t = codec.times(await codec.unpack(m.times), 0, false), of = classOf(t.head);
      return {classOf: of, byClass: codec.fields(await codec.unpack(m.text), of, classes)};
    },
    async pyramid(m) {
      return rocpd.codec.pyramid(await rocpd.codec.unpack(m.text));
    },
    async stats(m) {
      return rocpd.codec.stats(await rocpd.codec.unpack(m.text));
    },
    async counter(m) {
      return rocpd.codec.counter(await Promise.all(m.more.map(rocpd.codec.unpack)), m.real);
    },
    async bytes(m) {
      return rocpd.codec.unpack(m.text);
    },
    /* Events of a chunk with an argument, as name=value, that matches the search. */
    async find(m) {
      const expression = new RegExp(m.source, 'i'), rows = [];
      for (const [row, values] of Object.entries(await rocpd.codec.json(m.text)))
        if (Object.entries(values).some(([name, value]) => expression.test(`${name}=${value}`))) rows.push(Number(row));
      return {rows: Uint32Array.from(rows)};
    },
    async json(m) {
      return rocpd.codec.json(m.text);
    },
  };

  /* The memory of all typed arrays in an answer: it is transferred, not copied. */
  function buffers(value, out = new Set()) {
    if (ArrayBuffer.isView(value)) out.add(value.buffer);
    else if (value && typeof value === 'object' && Object.getPrototypeOf(value) !== Array.prototype) for (const v of Object.values(value)) buffers(v, out);
    else if (Array.isArray(value) && typeof value[0] === 'object') for (const v of value) buffers(v, out);
    return out;
  }

  rocpd.work = (m) => works[m.what](m);
  rocpd.buffers = buffers;

  if (typeof document === 'undefined')
    self.onmessage = async ({data: m}) => {
      try {
        const value = await rocpd.work(m);
        self.postMessage({id: m.id, value}, m.what === 'json' ? [] : [...buffers(value)]);
      } catch (error) {
        self.postMessage({id: m.id, error: String(error && error.message || error)});
      }
    };
}
