// What tests of reports in browsers share. They are run as `TEST.js FOLDER`.
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

// Both are async functions of a browser; the second is of Firefox, where it is installed, and need not be. Ends the process.
async function inBrowsers(inChromium, inFirefox) {
  const chromium = await puppeteer.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], userDataDir: path.join(folder, 'chromium')});
  await inChromium(chromium);
  await chromium.close();
  if (!inFirefox) return;
  if (fs.existsSync('/usr/bin/firefox-esr')) {
    const firefox = await puppeteer.launch({browser: 'firefox', executablePath: '/usr/bin/firefox-esr', userDataDir: path.join(folder, 'firefox')});
    await inFirefox(firefox);
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

const run = (inChromium, inFirefox) => inBrowsers(inChromium, inFirefox).then(() => process.exit(failed ? 1 : 0), (error) => {
  console.log(`not ok the browser: ${error.stack}`);
  process.exit(1);
});
module.exports = {fs, path, folder, check, run, openReport, quiet, tabTo};
