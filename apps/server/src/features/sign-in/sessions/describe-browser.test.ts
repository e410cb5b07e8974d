import { expect, it } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101'
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`${gecko} Firefox/140.0`, 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  [`${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`${linux} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${linux} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${linux} Ubuntu Chromium/140.0.0.0 Chrome/140.0.0.0 Safari/537.36`, 'Chromium on Linux'],
  [`${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${iphone} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`${android} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`, 'Edge on Android'],
  [`${iphone} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Edge on iPhone'],
  [`${windows} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, 'Edge on Windows'],
  [`${windows} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera on Windows'],
  [`${iphone} Version/18.6 Mobile/15E148 Safari/604.1 OPT/5.6.2`, 'Opera on iPhone'],
  ['Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12.423 Version/12.16', 'Opera on Android'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
  [`${mac} Version/18.6 Safari/605.1.15`, 'Safari on macOS'],
  [`${iphone} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${ipad} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iPad'],
  [`${linux} SomethingElse/1.0 Safari/537.36`, 'Linux'],
  ['curl/8.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('describeBrowser labels user agent "%s" as "%s"', (userAgent, name) => expect(describeBrowser(userAgent)).toBe(name))
