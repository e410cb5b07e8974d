/** `npm start`: builds the web app when it is older than its sources, then runs the server in this process. */
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'

// Node strips the types of what it runs once and keeps it: less than half the time on the next start.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'))

// For each of drizzle-orm's 150 files Node would parse its package.json, 179 KB, to learn that they are modules:
// a third of the CPU of a start.
registerHooks({
  resolve(specifier, { parentURL = '', ...context }, next) {
    const isOwnFile = parentURL.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier)
    if (!isOwnFile) return next(specifier, { parentURL, ...context })
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})

let close = (_reason: string): void => process.exit(1)
stopWithNpm((reason) => close(reason))
await checkFirst()
await buildWeb()
const { closeBecause } = await import('../apps/server/src/main.ts')
close = closeBecause

/** Bad settings and a port in use are said before anything is built. Loaded here, after the hooks. */
async function checkFirst() {
  const { checkStart } = await import('../apps/server/src/check-start.ts')
  const { startupError } = await import('../apps/server/src/startup-error.ts')
  try {
    await checkStart(process.env, () => {})
  } catch (error) {
    process.stderr.write(`${startupError(error)}\n`)
    process.exit(1)
  }
}

/** npm starts us through a shell that keeps a signal to itself; when that shell is gone, we are to stop as well. */
function stopWithNpm(stop: (reason: string) => void) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    stop(`npm, which started this as process ${shell}, has ended`)
  }, 500)
  watch.unref()
}
