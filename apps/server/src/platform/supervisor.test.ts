import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { lineLog } from './log.ts'
import { superviseProcesses } from './supervisor.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-supervisor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The first answers and ends, the second is killed before it answers, the third stays. */
const file = join(folder, 'process.mjs')
writeFileSync(
  file,
  `import { existsSync, writeFileSync } from 'node:fs'
  const turn = ['first', 'second'].find((name) => !existsSync(new URL(name, import.meta.url)))
  if (turn) writeFileSync(new URL(turn, import.meta.url), '')
  if (turn === 'second') process.kill(process.pid, 'SIGKILL')
  process.on('message', () => process.send('ready', () => turn && process.exit(7)))`,
)

it('says of each process how it ended, also of one that was killed before it answered', async () => {
  const lines: string[] = []
  const log = lineLog(
    (line) => lines.push(line),
    () => new Date(),
  )
  const options = { file: pathToFileURL(file), count: 1, given: {}, isForAll: () => false, log }
  const stop = await superviseProcesses(options)
  const said = () => lines.map((line) => /Process \d+ (.*?)\./.exec(line)?.[1])
  await expect.poll(said, { timeout: 10_000 }).toEqual(['ended with 7', 'ended with SIGKILL before it answered'])
  await stop()
  expect(said()).toHaveLength(2)
})
