// Plain JavaScript, so that an old Node can run it and print the message. `node tools/check-node.mjs start` continues
// with start.ts in the same process, which saves a start of Node.
import * as modules from 'node:module' // a named import would fail: older Nodes have no enableCompileCache
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

// Removes its own argument, so that the next program gets the remaining ones.
const [next] = process.argv.splice(2, 1)
if (next) {
  // Caches TypeScript files without their types. Enabled before the first such file: when all files are cached, Node
  // never loads its type stripper, a WebAssembly compiler.
  const cache = join(import.meta.dirname, '../node_modules/.cache/node')
  modules.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE ??= cache // for child processes
  await import(`./${next}.ts`)
}
