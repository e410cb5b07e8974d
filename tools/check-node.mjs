// Checks the version of Node. Written in JavaScript, because an old Node cannot run TypeScript. `node
// tools/check-node.mjs start` then imports start.ts in the same process, because a second Node process would start more
// slowly.
import * as modules from 'node:module' // not a named import, because older Node versions lack enableCompileCache
import { join } from 'node:path'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `Pawtrait needs Node 24.2 or later, but this is ${process.version}. ` +
      'On Linux (x64, arm64) and Windows, `npm ci` installs it: run `npm ci`, then start through npm (`npm start`). ' +
      'On other systems, install Node 24 from nodejs.org.',
  )
  process.exit(1)
}

// Removes the first argument, the name of the program to start, because the program expects only its own arguments.
const [next] = process.argv.splice(2, 1)
if (next) {
  // Caches compiled code. Must run before the first import of a TypeScript file. If the cache contains all files, Node
  // does not load its type stripper, a WebAssembly compiler.
  const cache = join(import.meta.dirname, '../node_modules/.cache/node')
  modules.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE ??= cache // Child processes use the cache too.
  await import(`./${next}.ts`)
}
