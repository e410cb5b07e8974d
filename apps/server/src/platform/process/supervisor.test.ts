import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { lineLog } from '#platform/monitoring/log.ts'
import { superviseProcesses } from './supervisor.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-supervisor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A child process with its message handler; `write(name)` stores its process id in a file, never half written. */
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
  const path = (what: string) => join(folder, `${name}-${what}`)
  const pid = (what: string) => (existsSync(path(what)) ? Number(readFileSync(path(what), 'utf8')) : undefined)
  return { url: pathToFileURL(file), pid }
}

function supervised(file: URL) {
  const lines: { line: string; atMs: number }[] = []
  const log = lineLog(
    (line) => lines.push({ line, atMs: performance.now() }),
    () => new Date(),
  )
  const said = () => lines.map(({ line }) => /Process \d+ (.*?)\./.exec(line)?.[1])
  const pausesMs = () => lines.slice(1).map(({ atMs }, before) => atMs - (lines[before]?.atMs ?? 0))
  return { stop: superviseProcesses({ file, count: 1, given: {}, isForAll: () => false, log }), said, pausesMs }
}

it('says of each process how it ended, also of one that was killed before it answered', async () => {
  // The first answers and ends, the second is killed when it should answer, the third stays.
  const { url } = aFile(
    'ends',
    `if (message !== 'answer') return
    const turn = ['first', 'second'].find((name) => !isThere(name))
    if (turn) write(turn)
    if (turn === 'second') process.kill(process.pid, 'SIGKILL')
    process.send('ready', () => turn && process.exit(7))`,
  )
  const { stop, said } = supervised(url)
  const stopAll = await stop
  await expect.poll(said, { timeout: 10_000 }).toEqual(['ended with 7', 'ended with SIGKILL before it answered'])
  await stopAll()
  expect(said()).toHaveLength(2)
})

it('has one more stand by, which answers when another ends, and replaces it when it ends itself', async () => {
  const { url, pid } = aFile(
    'stands',
    `if (message !== 'answer') return write(isThere('prepared') ? 'spare' : 'prepared')
    write('answers')
    process.send('ready')`,
  )
  const { stop, said } = supervised(url)
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
  expect([pid('answers'), said()]).toEqual([spare, ['ended with SIGKILL', 'ended with SIGKILL before it answered']])
  await stopAll()
  expect(said()).toHaveLength(2)
})

it('waits longer each time with one that ends as soon as it answers', async () => {
  const { url } = aFile('again', `if (message === 'answer') process.send('ready', () => process.exit(1))`)
  const { stop, said, pausesMs } = supervised(url)
  const stopAll = await stop
  await expect.poll(() => said().length, { timeout: 10_000 }).toBe(4)
  await stopAll()
  const [, second = 0, third = 0] = pausesMs()
  expect([new Set(said()), second >= 199, third >= 999]).toEqual([new Set(['ended with 1']), true, true])
})

it('leaves none behind when it is told to stop while one is about to answer', async () => {
  const { url, pid } = aFile(
    'promoted',
    `if (message !== 'answer') return
    if (isThere('first')) return write('promoted')
    write('first')
    process.send('ready')`,
  )
  const { stop, said } = supervised(url)
  const stopAll = await stop
  process.kill(pid('first') ?? 0, 'SIGKILL')
  await expect.poll(() => pid('promoted'), { timeout: 10_000 }).toEqual(expect.any(Number))
  const promoted = pid('promoted') ?? 0
  await stopAll()
  expect(() => process.kill(promoted, 0)).toThrow('ESRCH')
  expect(said()).toEqual(['ended with SIGKILL'])
})
