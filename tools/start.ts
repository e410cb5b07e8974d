/** `npm start`: builds the web app when it is outdated, then runs the server in this process. */
import '../apps/server/src/process/import-cache.ts'
import { BuildFailed } from './build-state.ts'
import { buildWeb } from './build-web.ts'

let close = (_reason: string): void => process.exit(1)
stopWithNpm((reason) => close(reason))
await checkFirst()
await build()
const { closeBecause } = await import('../apps/server/src/main.ts')
close = closeBecause

/**
 * Reports invalid settings or a used port before the build. Imports dynamically, because import-cache.ts must run
 * first.
 */
async function checkFirst() {
  const { checkStart } = await import('../apps/server/src/process/check-start.ts')
  try {
    await checkStart(process.env, () => {})
  } catch (error) {
    const { formatFatalError } = await import('../apps/server/src/process/fatal-error.ts')
    process.stderr.write(`${formatFatalError(error)}\n`)
    process.exit(1)
  }
}

async function build() {
  try {
    await buildWeb()
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Stops the app when its parent has ended. The parent is npm's shell, which does not forward signals to the app. */
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
