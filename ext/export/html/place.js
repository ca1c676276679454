/* The state of the timeline as part of the page's address, and back: the part of time, the selection, rows that are pinned, closed, moved or renamed, and
** the search. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const LONGEST = 6000; /* longest part in characters: longer addresses do not work everywhere */

  const there = (key) => Boolean(rocpd.tracks.row(key));

  const areaText = (a) => a && `${Math.round(a.from)}..${Math.round(a.to)}${a.tracks ? `~${rocpd.state.pack([...a.tracks].map((t) => `t${t}`))}` : ''}`;
  const eventText = (e) => e && [e.track, e.lane, e.chunk, e.index].join('.');

  /* A part that is too long is left out as a whole. */
  const short = (text) => text && text.length <= LONGEST ? text : null;
  function namesText() {
    const names = rocpd.tracks.givenNames();
    return short(Object.keys(names).length && JSON.stringify(names));
  }

  function rowsText() {
    const {tracks} = rocpd, text = [tracks.pinnedKeys(), tracks.toggledKeys()].map(rocpd.state.pack).join('~');
    return text === '~' ? null : short(text);
  }

  /* The whole state, without parts that are null. */
  function kept() {
    const {camera, selection, details, search, tracks} = rocpd;
    return {from: Math.round(camera.from), to: Math.round(camera.to), exact: 1, track: null, trace: null, area: areaText(selection.area), event: eventText(details.selected), tracks: rowsText(),
      order: short(tracks.orderText()), names: namesText(), find: search.text() || null, args: search.inArguments() ? 1 : null};
  }

  function restoreNames(text) {
    let names = {};
    try {
      names = JSON.parse(text);
    } catch { /* the address was cut */ }
    if (names && typeof names === 'object') rocpd.tracks.setNames(names);
  }

  function restoreRows({tracks, order, names}) {
    if (tracks !== undefined) {
      const [pinned, toggled] = tracks.split('~');
      rocpd.tracks.setKeys(rocpd.state.unpack(pinned, there), rocpd.state.unpack(toggled, there));
    }
    if (order !== undefined) rocpd.tracks.setOrder(order);
    if (names !== undefined) restoreNames(names);
  }

  function restoreArea(text) {
    const [, a, b, , tracks] = /^(-?\d+)\.\.(-?\d+)(~(.*))?$/.exec(text) ?? [];
    if (a === undefined) return undefined;
    return rocpd.timeline.select(Number(a), Number(b), tracks === undefined ? null : rocpd.state.unpack(tracks, there).map((key) => Number(key.slice(1))));
  }

  /* null: there is no event at this place. */
  async function eventOf(text) {
    const [track, lane, chunk, index] = String(text).split('.').map(Number), of = rocpd.directory.tracks[track] && rocpd.lanes(track)[lane];
    if (!of || !(chunk >= 0 && chunk < of.chunks)) return null;
    const t = await of.times(chunk);
    return index >= 0 && index < t.n ? rocpd.events.at(of, chunk, index) : null;
  }

  let turn = 0; /* after several quick steps back and forth, only the last one counts */

  /* A whole place (exact) also clears the selection; a link only says where to go. */
  async function restore(state) {
    const mine = ++turn, whole = state.exact === '1', {details, selection, search, timeline} = rocpd, from = parseFloat(state.from), to = parseFloat(state.to);
    restoreRows(whole ? {tracks: '', order: '', names: '{}', ...state} : state);
    if (state.find !== undefined || whole) await search.set(state.find ?? '', state.args === '1');
    if (mine !== turn) return;
    if (from <= to) await timeline.go({start: from, end: to, exact: whole, track: state.track, trace: state.trace});
    else if (state.find) await search.step(1, true);
    if (mine !== turn) return;
    if (state.area) await restoreArea(state.area);
    else if (state.event) {
      const e = await eventOf(state.event);
      if (e && mine === turn && !rocpd.events.same(e, details.selected)) await details.select(e);
    } else if (whole) selection.clear(), details.clear();
  }

  rocpd.place = {kept, restore};
}
