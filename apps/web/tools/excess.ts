import { budgets } from './budgets.ts'
import type { Load } from './loads.ts'

/** What a load fetches: characters of script and style as they are built, files of script and of style. */
export type Fetched = { script: number; style: number; scripts: number; styles: number }

// Bytes after brotli; the factors are those of a build of ours, by least squares over all its first loads.
const LIBRARIES = 71_350
const BYTES_PER_CHARACTER = 0.329
const BYTES_PER_FILE = 594
const STYLE_BYTES_PER_CHARACTER = 0.277
const STYLE_BYTES_PER_FILE = 140
// Room: the estimate was wrong by 800 bytes of script at most, and may be by more in the next cut.
const MARGIN = { js: 3300, css: 640 }
const START = { js: 15_000, css: 5_600 } // what the app begins with: a part finds it there, and counts it all the same

// How many bytes of script it is worth, where all of it is the same trouble.
const REQUEST = 4000
const BYTE_OF_STYLE = 6

const most: Record<Load['kind'], { js: number; css: number; scripts: number }> = {
  public: budgets.hydrate,
  person: budgets.person,
  'signed-in': budgets.shell,
  part: { js: budgets.lazy.js + LIBRARIES + START.js, css: budgets.lazy.css + START.css, scripts: Infinity },
}

/** How far a load exceeds its budget in script, style and requests, in bytes of script. Negative: so much is left. */
export function excessOf(kind: Load['kind'], { script, style, scripts, styles }: Fetched): [number, number, number] {
  const js = LIBRARIES + script * BYTES_PER_CHARACTER + scripts * BYTES_PER_FILE
  const css = style * STYLE_BYTES_PER_CHARACTER + styles * STYLE_BYTES_PER_FILE
  return [
    js + MARGIN.js - most[kind].js,
    (css + MARGIN.css - most[kind].css) * BYTE_OF_STYLE,
    (scripts - most[kind].scripts) * REQUEST,
  ]
}
