import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll } from 'vitest'

/** Code that is preloaded into the app. On request it sends the files and Node modules that the app has loaded. */
const watcher = `import { registerHooks } from 'node:module'
  const files = []
  registerHooks({
    load(url, context, next) {
      files.push(url)
      return next(url, context)
    },
  })
  process.on('message', () => process.send([...files, ...process.moduleLoadList]))`

// Contains "Pawtrait", because PostgreSQL also logs a line with "is ready to accept connections".
const READY = 'Pawtrait is ready'

type Start = { file: URL; words?: string[]; settings?: Record<string, string> }

/** Returns a data folder for a test file, and a function that starts the app in this folder and lists loaded files. */
export function loadedFilesRecorder() {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-loaded-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const watch = join(folder, 'watch.mjs')
  writeFileSync(watch, watcher)
  return {
    folder,
    /** Starts the app with only these settings. Returns the files and Node modules that are loaded when it is ready. */
    loadedBy: async ({ file, words = [], settings = {} }: Start): Promise<string[]> => {
      const child = fork(file, words, {
        env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...settings },
        execArgv: ['--import', pathToFileURL(watch).href],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          const wasReady = output.includes(READY)
          output += chunk.toString()
          // Sends `list` only once, because the process may have ended when later output arrives.
          if (!wasReady && output.includes(READY)) child.send('list')
        })
      const loaded = await new Promise<string[]>((resolve, reject) => {
        child.once('message', (list) => resolve(list as string[]))
        child.once('exit', () => reject(new Error(`the app stopped: ${output}`)))
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      return loaded
    },
  }
}
