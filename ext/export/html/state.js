/* What is looked at, in the URL's fragment: #page=timeline&from=1000&to=2000. It can be sent to a colleague who has the same file. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const WAIT_MS = 300; /* browsers refuse to write a fragment more than some hundred times in a while */
  let state = {}, timer = 0, written = null;
  const listeners = [];

  function parse(fragment) {
    const out = {};
    for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ''))) out[key] = value;
    return out;
  }

  /* Keys in the order in which they came: the page first. */
  function text(values) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) if (value !== null && value !== undefined && value !== '') query.set(key, String(value));
    return `#${query}`;
  }

  function write() {
    timer = 0;
    const fragment = text(state);
    if (fragment === location.hash) return;
    written = fragment;
    history.replaceState(null, '', fragment);
  }

  /* A link's or the user's change: everybody hears of it. One of our own is only written. */
  addEventListener('hashchange', () => {
    if (location.hash === written) return;
    clearTimeout(timer), timer = 0;
    state = parse(location.hash);
    for (const f of listeners) f(state);
  });

  rocpd.state = {
    read: () => (state = parse(location.hash)),
    get: () => state,
    set(values) {
      state = {...state, ...values};
      timer ||= setTimeout(write, WAIT_MS);
    },
    link: (values) => text(values),
    on: (f) => listeners.push(f),
    parse, text,
  };
}
