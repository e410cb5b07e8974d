import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll } from 'vitest'

/** Tells its parent, when asked, every file the process has loaded and every part of Node itself. */
const watcher = `import { registerHooks } from 'node:module'
  const files = []
  registerHooks({
    load(url, context, next) {
      files.push(url)
      return next(url, context)
    },
  })
  process.on('message', () => process.send([...files, ...process.moduleLoadList]))`

const READY = 'is ready'

type Start = { file: URL; words?: string[]; settings?: Record<string, string> }

/** A folder for a test file, and starts of the app on it, as an operator's: one process, and only these settings. */
export function watchedStarts() {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-loaded-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const watch = join(folder, 'watch.mjs')
  writeFileSync(watch, watcher)
  return {
    folder,
    /** What has been loaded when the app is ready: addresses of files, and parts of Node. */
    loadedBy: async ({ file, words = [], settings = {} }: Start): Promise<string[]> => {
      const child = fork(file, words, {
        env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...settings },
        execArgv: ['--import', pathToFileURL(watch).href],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          const wasReady = said.includes(READY)
          said += chunk.toString()
          // Once: there is nobody to ask when the last words come.
          if (!wasReady && said.includes(READY)) child.send('list')
        })
      const loaded = await new Promise<string[]>((resolve, reject) => {
        child.once('message', (list) => resolve(list as string[]))
        child.once('exit', () => reject(new Error(`the app stopped: ${said}`)))
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      return loaded
    },
  }
}
