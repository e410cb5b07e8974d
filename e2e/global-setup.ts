import { buildWeb } from '../tools/build-web.ts'
import { findChromium } from '../tools/chromium.ts'

/** The web app is built and a browser is there before the first journey starts, whatever started the run. */
export default async function setup() {
  process.env.CHROMIUM = findChromium()
  await buildWeb()
}
