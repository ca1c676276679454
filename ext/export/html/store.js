/* The data of the report: the directory, and the contents of its blobs. Workers decode them; decoded data are kept while there is room, least recently used
** are dropped first.
**
** peek(): data for drawing, if decoded; else they are requested, last first, and the request is dropped if no frame needs it any more. load(): a promise. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const ROOM = 160 << 20;      /* bytes of decoded data */
  const AT_ONCE = 1 << 20;     /* characters decoded in the page itself, so that the first ones are there before a worker has started, and for tools that take a picture */
  const AHEAD = 2;             /* number of jobs given to a worker at a time: the next one's text is there when it finishes one */
  const cache = new Map();     /* key -> {value, bytes, frame} */
  const waiting = new Map();   /* key -> unfinished job */
  const failed = new Map();    /* key -> reason: not tried again */
  const workers = [];
  let used = 0, frame = 0, queue = [], page = null, lanes = [], loaded = () => {}, inPage = false, atOnce = 0;

  /* The text of a script element: browsers may have split it. */
  function textOf(id) {
    const element = page.getElementById(id);
    if (!element) throw new Error(`the report has no part "${id}"`);
    return element.textContent;
  }

  function sizeOf(value) {
    let bytes = 64;
    for (const buffer of rocpd.buffers(value)) bytes += buffer.byteLength;
    return bytes;
  }

  /* Data used in the last two frames are kept, however much they are: otherwise they would be requested again at once. */
  function keep(key, value, bytes) {
    cache.set(key, {value, bytes, frame});
    used += bytes;
    for (const [old, entry] of cache) {
      if (used <= ROOM) break;
      if (entry.frame >= frame - 1) continue;
      cache.delete(old);
      used -= entry.bytes;
    }
  }

  function touch(key) {
    const entry = cache.get(key);
    if (!entry) return undefined;
    if (entry.frame !== frame) {
      entry.frame = frame;
      cache.delete(key), cache.set(key, entry);
    }
    return entry.value;
  }

  function done(work, value, error) {
    waiting.delete(work.key);
    if (error) {
      if (!failed.size) rocpd.say?.(`Part of the report cannot be read (${error}): what it holds is not shown.`);
      failed.set(work.key, error);
      work.reject(new Error(error));
    } else {
      if (!work.passing) keep(work.key, value, work.what === 'json' ? work.size : sizeOf(value));
      work.resolve(value);
    }
    if (work.drawn) loaded();
  }

  function take() {
    while (queue.length) {
      const work = queue.pop();
      if (!work.promised && work.frame < frame - 1) waiting.delete(work.key); /* it is no longer on the screen */
      else return work;
    }
    return null;
  }

  const lengthOf = ({text, times = '', more = []}) => more.reduce((n, t) => n + t.length, text.length + times.length);

  function workHere(work, message) {
    rocpd.work({what: work.what, ...message}).then((value) => done(work, value), (error) => done(work, null, String(error.message || error)));
  }

  function feed() {
    for (const w of workers)
      while (w.works.size < AHEAD) {
        const work = take();
        if (!work) return;
        const message = work.message();
        work.size = message.text.length * 2;
        atOnce += lengthOf(message);
        if (atOnce <= AT_ONCE) {
          workHere(work, message);
          continue;
        }
        w.works.set(work.id, work);
        w.worker.postMessage({id: work.id, what: work.what, ...message});
      }
    if (inPage) for (let work; (work = take());) {
      const message = work.message();
      work.size = message.text.length * 2;
      workHere(work, message);
    }
  }

  let ids = 0;
  function ask(key, what, message, promised, passing = false) {
    let work = waiting.get(key);
    if (!work) {
      work = {id: ++ids, key, what, message, promised, passing, frame, drawn: !promised, size: 0};
      work.promise = new Promise((resolve, reject) => Object.assign(work, {resolve, reject}));
      work.promise.catch(() => {}); /* the caller of load() gets the error; drawing shows nothing */
      waiting.set(key, work);
      queue.push(work);
      feed();
    }
    work.frame = frame;
    if (!passing) work.passing = false;
    if (promised) work.promised = true;
    else work.drawn = true;
    return work.promise;
  }

  function peek(key, what, message) {
    const value = touch(key);
    if (value === undefined && !failed.has(key)) ask(key, what, message, false);
    return value;
  }

  /* passing: the data are used once and need not be kept, at the expense of others. */
  function load(key, what, message, passing = false) {
    const value = touch(key);
    if (value !== undefined) return Promise.resolve(value);
    if (failed.has(key)) return Promise.reject(new Error(failed.get(key)));
    return ask(key, what, message, true, passing);
  }

  const blobText = (n) => textOf(`b${n}`);

  /* A lane from the directory, with arrays of its chunks' numbers, and access to the contents of its blobs. */
  function makeLane(track, index, l) {
    const n = l.chunks.length / 6, first = new Float64Array(n + 1), end = new Float64Array(n), events = new Float64Array(n + 1);
    for (let c = 0; c < n; c++) {
      events[c + 1] = events[c] + l.chunks[6 * c];
      first[c] = l.chunks[6 * c + 1];
      end[c] = l.chunks[6 * c + 2] ?? Infinity;
    }
    first[n] = Infinity;
    const blob = (c, k) => l.chunks[6 * c + k], deep = l.depth > 1;
    const times = (c) => () => ({text: blobText(blob(c, 3)), first: first[c], deep});
    const fields = (c) => () => ({text: blobText(blob(c, 4)), times: blobText(blob(c, 3))});
    const lane = {track, index, events: l.events, first: l.first, last: l.last, depth: l.depth, chunks: n, chunkFirst: first, chunkEnd: end, eventsBefore: events, hasPyramid: l.pyramid >= 0};
    lane.peekTimes = (c) => peek(`t${blob(c, 3)}`, 'times', times(c));
    lane.times = (c) => load(`t${blob(c, 3)}`, 'times', times(c));
    lane.passTimes = (c) => load(`t${blob(c, 3)}`, 'times', times(c), true);
    lane.hasTimes = (c) => cache.has(`t${blob(c, 3)}`);
    lane.fields = (c) => blob(c, 4) < 0 ? Promise.resolve(null) : load(`f${blob(c, 4)}`, 'fields', fields(c));
    lane.arguments = (c) => blob(c, 5) < 0 ? Promise.resolve(null) : load(`a${blob(c, 5)}`, 'json', () => ({text: blobText(blob(c, 5))}));
    lane.hasArguments = (c) => blob(c, 5) >= 0;
    lane.findArguments = (c, source) => load(`g${blob(c, 5)} ${source}`, 'find', () => ({text: blobText(blob(c, 5)), source}));
    lane.peekPyramid = () => l.pyramid < 0 ? undefined : peek(`p${l.pyramid}`, 'pyramid', () => ({text: blobText(l.pyramid)}));
    lane.pyramid = () => l.pyramid < 0 ? Promise.resolve(null) : load(`p${l.pyramid}`, 'pyramid', () => ({text: blobText(l.pyramid)}));
    lane.stats = () => load(`s${l.stats}`, 'stats', () => ({text: blobText(l.stats)}));
    /* The last chunk that begins at or before t; -1: none. */
    lane.chunkAt = (t) => {
      let low = 0, high = n;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (first[middle] <= t) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    };
    return lane;
  }

  function startWorkers(headClass) {
    const begin = {what: 'begin', id: 0, classes: rocpd.directory.classes, headClass};
    rocpd.work(begin);
    const url = URL.createObjectURL(new Blob([textOf('codec'), '\n', textOf('worker')], {type: 'text/javascript'}));
    const count = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2)); /* the page waits while workers run */
    try {
      for (let i = 0; i < count; i++) {
        const w = {worker: new Worker(url), works: new Map()};
        w.worker.onmessage = ({data: m}) => {
          const work = w.works.get(m.id);
          w.works.delete(m.id);
          if (work) done(work, m.value, m.error);
          feed();
        };
        w.worker.onerror = (event) => { /* its jobs, and all later ones, are done in the page */
          event.preventDefault();
          workers.splice(workers.indexOf(w), 1);
          if (!workers.length) inPage = true;
          queue.push(...w.works.values());
          w.works.clear();
          feed();
        };
        w.worker.postMessage(begin);
        workers.push(w);
      }
    } catch {
      inPage = !workers.length;
    }
  }

  rocpd.open = async (doc) => {
    page = doc;
    const d = rocpd.directory = await rocpd.codec.json(textOf('directory'));
    if (d.version !== 1) throw new Error(`the report is of version ${d.version}, its page of version 1`);
    const headClass = new Uint8Array(d.heads.length / 3);
    for (let h = 0; h < headClass.length; h++) headClass[h] = d.heads[3 * h];
    startWorkers(headClass);
    lanes = d.tracks.map((t, track) => t.lanes.map((l, index) => makeLane(track, index, l)));
    rocpd.heads = headClass.length;
    return d;
  };
  rocpd.name = (string) => string < 0 ? '' : rocpd.directory.strings[string];
  rocpd.headName = (head) => rocpd.name(rocpd.directory.heads[3 * head + 1]);
  rocpd.headCategory = (head) => rocpd.name(rocpd.directory.heads[3 * head + 2]);
  rocpd.headClass = (head) => rocpd.directory.heads[3 * head];
  rocpd.blob = (n) => load(`b${n}`, 'bytes', () => ({text: blobText(n)}));
  /* A table's rows, by its number or its name. */
  rocpd.table = (n) => {
    const {tables} = rocpd.directory, t = typeof n === 'string' ? tables.find((x) => x.name === n) : tables[n];
    return !t || t.blob < 0 ? Promise.resolve([]) : load(`j${t.blob}`, 'json', () => ({text: blobText(t.blob)}));
  };
  rocpd.lane = (track, lane) => lanes[track][lane];
  rocpd.lanes = (track) => lanes[track];
  rocpd.counter = (n) => {
    const {blobs, real} = rocpd.directory.counters[n];
    return peek(`c${n}`, 'counter', () => ({text: '', more: blobs.map(blobText), real}));
  };
  rocpd.store = {
    newFrame: () => ++frame,
    onLoaded: (f) => { loaded = f; },
    busy: () => waiting.size,
    used: () => used,
  };
}
