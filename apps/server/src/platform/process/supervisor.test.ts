import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { superviseProcesses } from './supervisor.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-supervisor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Writes the program of a child process. In `onMessage`, the program can call `write(name)` to store its process id in
 * a file.
 */
function aFile(name: string, onMessage: string) {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `import { existsSync, renameSync, writeFileSync } from 'node:fs'
    const at = (name) => new URL('${name}-' + name, import.meta.url)
    const write = (name) => {
      writeFileSync(at(name + '.new'), String(process.pid))
      renameSync(at(name + '.new'), at(name))
    }
    const isThere = (name) => existsSync(at(name))
    process.on('disconnect', () => process.exit())
    process.on('message', (message) => { ${onMessage} })`,
  )
  const path = (suffix: string) => join(folder, `${name}-${suffix}`)
  const pid = (suffix: string) => (existsSync(path(suffix)) ? Number(readFileSync(path(suffix), 'utf8')) : undefined)
  return { url: pathToFileURL(file), pid }
}

function supervised(file: URL) {
  const lines: { line: string; atMs: number }[] = []
  const log = createJsonLog(
    (line) => lines.push({ line, atMs: performance.now() }),
    () => new Date(),
  )
  const endings = () => lines.map(({ line }) => /Process \d+ (.*?)\./.exec(line)?.[1])
  const pausesMs = () => lines.slice(1).map(({ atMs }, before) => atMs - (lines[before]?.atMs ?? 0))
  return {
    stop: superviseProcesses({ file, count: 1, startMessage: {}, isForAll: () => false, log }),
    endings,
    pausesMs,
  }
}

it('superviseProcesses logs how each process ended, even if it was not ready yet', async () => {
  // The first child process responds and exits. The second is killed before it responds. The third keeps running.
  const { url } = aFile(
    'ends',
    `if (message !== 'answer') return
    const turn = ['first', 'second'].find((name) => !isThere(name))
    if (turn) write(turn)
    if (turn === 'second') process.kill(process.pid, 'SIGKILL')
    process.send('ready', () => turn && process.exit(7))`,
  )
  const { stop, endings } = supervised(url)
  const stopAll = await stop
  await expect.poll(endings, { timeout: 10_000 }).toEqual(['ended with 7', 'ended with SIGKILL before it answered'])
  await stopAll()
  expect(endings()).toHaveLength(2)
})

it('superviseProcesses replaces an ended process with the standby process, and starts another standby', async () => {
  const { url, pid } = aFile(
    'stands',
    `if (message !== 'answer') return write(isThere('prepared') ? 'spare' : 'prepared')
    write('answers')
    process.send('ready')`,
  )
  const { stop, endings } = supervised(url)
  const stopAll = await stop
  const first = pid('answers') ?? 0
  await expect.poll(() => pid('spare'), { timeout: 10_000 }).toEqual(expect.any(Number))
  const spare = pid('spare') ?? 0
  expect([pid('prepared'), spare === first]).toEqual([first, false])
  process.kill(first, 'SIGKILL')
  await expect.poll(() => pid('answers'), { timeout: 10_000 }).toBe(spare)
  await expect.poll(() => pid('spare'), { timeout: 10_000 }).not.toBe(spare)
  const next = pid('spare') ?? 0
  process.kill(next, 'SIGKILL')
  await expect.poll(() => pid('spare'), { timeout: 10_000 }).not.toBe(next)
  expect([pid('answers'), endings()]).toEqual([spare, ['ended with SIGKILL', 'ended with SIGKILL before it answered']])
  await stopAll()
  expect(endings()).toHaveLength(2)
})

it('superviseProcesses waits longer before each restart when processes end as soon as they are ready', async () => {
  const { url } = aFile('again', `if (message === 'answer') process.send('ready', () => process.exit(1))`)
  const { stop, endings, pausesMs } = supervised(url)
  const stopAll = await stop
  await expect.poll(() => endings().length, { timeout: 10_000 }).toBe(4)
  await stopAll()
  const [, second = 0, third = 0] = pausesMs()
  expect([new Set(endings()), second >= 199, third >= 999]).toEqual([new Set(['ended with 1']), true, true])
})

it('superviseProcesses stops a standby process that starts serving during the shutdown', async () => {
  const { url, pid } = aFile(
    'promoted',
    `if (message !== 'answer') return
    if (isThere('first')) return write('promoted')
    write('first')
    process.send('ready')`,
  )
  const { stop, endings } = supervised(url)
  const stopAll = await stop
  process.kill(pid('first') ?? 0, 'SIGKILL')
  await expect.poll(() => pid('promoted'), { timeout: 10_000 }).toEqual(expect.any(Number))
  const promoted = pid('promoted') ?? 0
  await stopAll()
  expect(() => process.kill(promoted, 0)).toThrow('ESRCH')
  expect(endings()).toEqual(['ended with SIGKILL'])
})
