import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { superviseProcesses } from '#platform/process/supervisor.ts'
import { createJsonLog } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-gather-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const resolveUrl = (file: string) => new URL(file, import.meta.url).href

/** Program of a process. It counts to 100, then writes the gathered metrics to a file every 50 ms. */
const file = join(folder, 'counts.mjs')
writeFileSync(
  file,
  `import { existsSync, renameSync, writeFileSync } from 'node:fs'
  import { gatherMetrics, connectMetricsToSupervisor } from '${resolveUrl('gather-metrics.ts')}'
  import { counter, observableMetric } from '${resolveUrl('metrics.ts')}'
  import { formatMetrics } from '${resolveUrl('metrics-text.ts')}'
  connectMetricsToSupervisor(process)
  const count = counter('answered_total', 'How often')
  observableMetric('gauge', 'alive', 'Processes')(() => 1)
  const look = async () => {
    const { own, node } = await gatherMetrics()
    writeFileSync('${folder}/part' + process.pid, formatMetrics(own, node))
    renameSync('${folder}/part' + process.pid, '${folder}/' + process.pid)
    setTimeout(look, 50)
  }
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (message !== 'answer') return
    for (let n = 0; n < 100; n++) count()
    process.send('ready')
    writeFileSync('${folder}/pid-' + process.pid, '')
    void look()
  })`,
)

const linesOf = (pid: number) =>
  existsSync(join(folder, String(pid))) ? readFileSync(join(folder, String(pid)), 'utf8').split('\n') : []
const valueOf = (pid: number, name: string) =>
  Number(
    linesOf(pid)
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
const pidsIn = (pid: number) =>
  linesOf(pid).flatMap((line) => /^process_resident_memory_bytes\{pid="(\d+)"\} \d+$/.exec(line)?.[1] ?? [])

it('gatherMetrics sums the metrics of all running processes and the counters of a killed process', async () => {
  const lines: string[] = []
  const log = createJsonLog(
    (line) => lines.push(line),
    () => new Date(),
  )
  const url = pathToFileURL(file)
  const stop = await superviseProcesses({ file: url, count: 2, startMessage: {}, isForAll: () => false, log })
  const answering = () => readdirSync(folder).flatMap((name) => (name.startsWith('pid-') ? Number(name.slice(4)) : []))
  const [first = 0, second = 0] = answering()
  // Expects three processes: two that count, and a standby that does not.
  await expect.poll(() => [first, second].map((pid) => valueOf(pid, 'alive')), { timeout: 10_000 }).toEqual([3, 3])
  expect([first, second].map((pid) => valueOf(pid, 'answered_total'))).toEqual([200, 200])
  expect(pidsIn(first)).toEqual(expect.arrayContaining([String(first), String(second)]))
  process.kill(second, 'SIGKILL')
  await expect.poll(() => answering().length, { timeout: 10_000 }).toBe(3)
  await expect.poll(() => valueOf(first, 'answered_total'), { timeout: 10_000 }).toBe(300)
  await expect.poll(() => valueOf(first, 'alive'), { timeout: 10_000 }).toBe(3)
  expect(pidsIn(first)).not.toContain(String(second))
  await stop()
})
