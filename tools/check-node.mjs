// Plain JavaScript, so that the Node it turns away can run it. `node tools/check-node.mjs start` goes on to start.ts in
// the same process, which spares a start of Node.
import * as modules from 'node:module' // an older Node has no enableCompileCache to import by name
import { join } from 'node:path'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `Pawtrait needs Node 24.2 or later and this is ${process.version}. ` +
      'On Linux (x64, arm64) and Windows `npm ci` brings it along: run `npm ci` and start through npm (`npm start`); ' +
      'elsewhere install Node 24 from nodejs.org.',
  )
  process.exit(1)
}

// What comes after the name is for the program.
const [next] = process.argv.splice(2, 1)
if (next) {
  // Node strips the types of what it runs once and keeps it. Before the first file with types: what strips them is a
  // WebAssembly compiler, and a start that finds everything kept never loads it.
  const cache = join(import.meta.dirname, '../node_modules/.cache/node')
  modules.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE ??= cache // for the processes that are started from this one
  await import(`./${next}.ts`)
}
