/* The colours of events: by name, so that the same kernel looks the same on all tracks. Also the page's colours, for canvases. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  /* Distinguishable hues; only few between yellow and green, which look alike and bright. */
  const HUES = [212, 28, 158, 282, 342, 188, 46, 252, 128, 8, 312, 200, 92, 265, 172, 328];
  const color = rocpd.color = {of: new Uint32Array(0), css: [], ink: [], dim: null, theme: {}};

  function hash(text) {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    h ^= h >>> 15;
    return Math.imul(h, 2246822519) >>> 8;
  }

  function rgb(hue, saturation, light) {
    const f = (n) => {
      const k = (n + hue / 30) % 12, a = saturation * Math.min(light, 1 - light);
      return Math.round(255 * (light - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
    };
    return [f(0), f(8), f(4)];
  }

  /* Chooses dark or light ink, whichever stands out more; for any colour one of them does. */
  const part = (c) => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  const inkOn = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b) > .18 ? '#000' : '#fff';

  /* Yellow and green look lighter than blue of the same lightness. */
  const light = (hue, dark) => (dark ? .4 : .66) - (hue > 40 && hue < 190 ? .06 : 0) + (hue > 215 && hue < 280 ? .06 : 0);

  color.begin = (element) => {
    const style = getComputedStyle(element), value = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
    const dark = color.dark = !element.classList.contains('tl-paper') && (self.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false);
    color.theme = {
      back: value('--tl-back', dark ? '#16181c' : '#ffffff'), text: value('--tl-text', dark ? '#e6e8eb' : '#1b1e23'), dim: value('--tl-dim', dark ? '#9aa1ab' : '#5c6470'),
      line: value('--tl-line', dark ? '#2b2f36' : '#e1e4e8'), heading: value('--tl-heading', dark ? '#20242a' : '#f1f3f5'), accent: value('--tl-accent', dark ? '#7ab7ff' : '#0b5cad'),
      area: value('--tl-area', dark ? 'rgba(122,183,255,.16)' : 'rgba(11,92,173,.12)'), mark: value('--tl-mark', dark ? '#ffd84d' : '#b35900'),
    };
    color.of = new Uint32Array(rocpd.heads);
    color.css = new Array(rocpd.heads), color.ink = new Array(rocpd.heads);
    const known = new Map();
    for (let h = 0; h < rocpd.heads; h++) {
      const name = rocpd.headName(h) || rocpd.headCategory(h);
      let c = known.get(name);
      if (!c) {
        const n = hash(name), hue = HUES[n % HUES.length], shade = (n >>> 4) % 4 * .035 - .05;
        known.set(name, c = rgb(hue, (dark ? .5 : .62) - (hue > 40 && hue < 135 ? .16 : 0), light(hue, dark) + shade));
      }
      color.of[h] = c[0] | c[1] << 8 | c[2] << 16;
      color.ink[h] = inkOn(c);
      color.css[h] = `rgb(${c[0]},${c[1]},${c[2]})`;
    }
  };
}
