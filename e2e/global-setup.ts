import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from '../tools/build-web.ts'
import { findChromium } from '../tools/chromium.ts'
import { makeRunFolder } from '../tools/run-folder.ts'
import { startApp } from './app.ts'

// Free disk space that the tests need. Several apps run at a time, each with a data folder of at least 70 MB.
const NEEDED_BYTES = 4 * 2 ** 30

/** Builds the web app, finds a browser and makes the template data folder before the first test. */
export default async function setup() {
  process.env.CHROMIUM = findChromium()
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node')
  await buildWeb()
  const folder = makeRunFolder(NEEDED_BYTES)
  process.env.TMPDIR = folder
  const template = join(folder, 'template')
  mkdirSync(template)
  const app = await startApp({ DATA_DIR: template })
  await app.stop()
  process.env.DATA_TEMPLATE = template
  return () => rmSync(folder, { recursive: true, force: true })
}
