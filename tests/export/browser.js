// What tests of reports in browsers share. They are run as `TEST.js FOLDER`, or several in one browser as `browser.js FOLDER TEST...`.
'use strict';
let failed = 0;
function check(what, ok, detail) {
  console.log(ok ? `ok ${what}` : `not ok ${what}: ${JSON.stringify(detail)?.slice(0, 700)}`);
  failed += !ok;
}

const puppeteer = require('puppeteer-core'), fs = require('fs'), path = require('path');
const folder = process.argv[2];

// A report of the folder, when it is there; page.heard: what was said on the console, and what was asked for outside of it. prepare(page): before it is loaded.
async function openReport(browser, name, fragment = '', prepare = async () => {}) {
  const page = await browser.newPage(), heard = page.heard = [];
  page.on('console', (m) => heard.push(`${m.type()}: ${m.text()}`));
  page.on('pageerror', (e) => heard.push(`error: ${e.message}`));
  page.on('dialog', (d) => heard.push(`dialog: ${d.message()}`));
  page.on('request', (r) => {
    if (!/^(blob|data):/.test(r.url()) && !r.url().startsWith(`file://${folder}/`)) heard.push(`request: ${r.url()}`);
  });
  await prepare(page);
  await page.goto(`file://${path.join(folder, name)}.html${fragment}`);
  await page.waitForFunction(() => document.getElementById('loading')?.hidden, {timeout: 20000});
  return page;
}
const quiet = (page, what) => check(`${what}: no message, no request`, page.heard.length === 0, page.heard.slice(0, 3));

// One process shows all pages, one after the other: a process for each takes a fifth more.
const CHROMIUM = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--process-per-site', '--renderer-process-limit=1'];

// Each of `tests` is [in Chromium, in Firefox]: async functions of a browser; the second need not be, and Firefox need not be installed. A browser takes two seconds of the
// processor to start, so all tests share one.
async function inBrowsers(tests) {
  const chromium = await puppeteer.launch({executablePath: '/usr/bin/chromium', args: CHROMIUM, userDataDir: path.join(folder, 'chromium')});
  for (const [inChromium] of tests) await inChromium(chromium);
  await chromium.close();
  if (!tests.some(([, inFirefox]) => inFirefox)) return;
  if (fs.existsSync('/usr/bin/firefox-esr')) {
    const firefox = await puppeteer.launch({browser: 'firefox', executablePath: '/usr/bin/firefox-esr', userDataDir: path.join(folder, 'firefox')});
    for (const [, inFirefox] of tests) if (inFirefox) await inFirefox(firefox);
    await firefox.close();
  } else console.log('# no firefox-esr: Chromium alone');
}

// Tab, until what has the focus passes a test of the page; false: it never does.
async function tabTo(page, test, most = 60) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(test)) return true;
  }
  return false;
}

// Runs a test once all files are read, then ends the process.
const tests = [];
function run(...test) {
  if (tests.push(test) > 1) return;
  setImmediate(() => inBrowsers(tests).then(() => process.exit(failed ? 1 : 0), (error) => {
    console.log(`not ok the browser: ${error.stack}`);
    process.exit(1);
  }));
}
module.exports = {fs, path, folder, check, run, openReport, quiet, tabTo};
if (require.main === module) for (const test of process.argv.slice(3)) require(`./${test}.js`);
