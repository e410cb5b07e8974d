import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChildPool, ChildPoolFull } from './child-pool.ts'

// Program of a child process. It returns the square of a number. Some words make it fail: for example, `die` makes it
// exit.
const child = `
process.on('disconnect', () => process.exit())
process.on('message', ({ task }) => {
  if (task === 'die') process.exit(3)
  if (task === 'fault') process.kill(process.pid, 'SIGSEGV')
  if (task === 'be killed') process.kill(process.pid, 'SIGKILL')
  if (task === 'hang') for (;;);
  if (task === 'wait') return
  if (task === 'grow') { const kept = []; for (let i = 0; i < 1500; i++) kept.push(Buffer.alloc(1 << 20, 1)); return }
  process.send({ kind: 'progress', value: process.pid })
  setTimeout(() => process.send({ kind: 'done', value: task * task }), 20)
})`
let folder = ''
let file: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'))
  file = pathToFileURL(join(folder, 'child.mjs'))
  await writeFile(file, child)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const poolOf = (more = {}) =>
  new ChildPool({
    file,
    size: () => 2,
    cpuSeconds: 5,
    wallSeconds: 20,
    memoryMegabytes: 400,
    idleSeconds: 5,
    niceness: 0,
    ...more,
  })

test('ChildPool runs five tasks in two child processes, and returns the result of each task', async () => {
  const pool = poolOf()
  const pids = new Set<unknown>()
  const answers = await Promise.all([1, 2, 3, 4, 5].map((task) => pool.run(task, (pid) => pids.add(pid))))
  expect(answers).toEqual([1, 4, 9, 16, 25])
  expect(pids.size).toBe(2)
  expect(pool.pids().length).toBe(2)
})

test.each([
  ['dies', 'die', 'crashed'],
  ['causes a segmentation fault', 'fault', 'crashed'],
  ['is killed from outside', 'be killed', 'killed'],
  ['exceeds its CPU time', 'hang', 'cpu-time'],
  ['exceeds its wall time without CPU use', 'wait', 'starved'],
  ['exceeds its memory limit', 'grow', 'memory'],
])(
  'ChildPool rejects a task when its child process %s, and runs the next task in a new one',
  async (_failure, task, reason) => {
    const pool = poolOf({
      size: () => 1,
      cpuSeconds: task === 'hang' ? 0.5 : 10,
      wallSeconds: task === 'wait' ? 1 : 20,
    })
    const lost = pool.run(task)
    const next = pool.run(7)
    await expect(lost).rejects.toMatchObject({ reason })
    // On a busy machine, the next child process may exceed its limit too.
    const again = (): Promise<unknown> => pool.run(7).catch(again)
    expect(await next.catch(again)).toBe(49)
  },
)

test('ChildPool keeps a child process that was paused for 1.5 s, because only CPU time counts', async () => {
  const pool = poolOf({ size: () => 1, cpuSeconds: 0.5 })
  const started = Promise.withResolvers<number>()
  const answer = pool.run(9, (pid) => started.resolve(pid as number))
  const pid = await started.promise
  process.kill(pid, 'SIGSTOP')
  setTimeout(() => process.kill(pid, 'SIGCONT'), 1500)
  expect(await answer).toBe(81)
})

test('ChildPool.giveUp rejects running and waiting tasks, and the pool accepts later tasks', async () => {
  const pool = poolOf({ size: () => 1 })
  const outcomes = Promise.allSettled([pool.run('wait'), pool.run(2), pool.run(3)])
  pool.giveUp()
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { reason: 'killed' } },
    { status: 'rejected', reason: expect.any(ChildPoolFull) },
    { status: 'rejected', reason: expect.any(ChildPoolFull) },
  ])
  expect(await pool.run(4)).toBe(16)
})

test('ChildPool ends an idle child process, and starts a new one for the next task', async () => {
  const pool = poolOf({ idleSeconds: 0.05 })
  pool.warm()
  const [first] = pool.pids()
  await expect.poll(() => pool.pids()).toEqual([])
  expect(await pool.run(3)).toBe(9)
  expect(pool.pids()).not.toContain(first)
})

// Program that opens files up to the limit and runs a task. Then it closes the files and runs another task.
const withoutFiles = `
import { closeSync, openSync } from 'node:fs'
import { ChildPool } from ${JSON.stringify(import.meta.resolve('./child-pool.ts'))}
const pool = new ChildPool({ ...JSON.parse(process.argv[1]), file: new URL(process.argv[2]), size: () => 1 })
const taken = []
try { for (;;) taken.push(openSync('/dev/null')) } catch {}
const { reason } = await pool.run(4).catch((error) => error)
for (const file of taken) closeSync(file)
console.log(JSON.stringify([reason, await pool.run(5)]))`

test.runIf(process.platform === 'linux')(
  'ChildPool rejects a task when its child cannot start because of too many open files',
  async () => {
    const options = { cpuSeconds: 5, wallSeconds: 20, memoryMegabytes: 400, idleSeconds: 0.1, niceness: 0 }
    const node = [process.execPath, '--input-type=module', '-e', withoutFiles, JSON.stringify(options), file.href]
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node])
    expect(JSON.parse(stdout)).toEqual(['killed', 25])
  },
)
