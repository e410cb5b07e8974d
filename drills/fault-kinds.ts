import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { childPids, postgresPids, postmasterPid, postmasterPidFile, readCommand, sendSignal } from '../e2e/processes.ts'
import { clockJumpFault } from './clock-jump-fault.ts'
import { DrillSkipped, requireProgram, requireRoot, runProgram } from './drill.ts'
import { type DrillInstance, findRequestHandlerPids, killAndRestart } from './drill-instance.ts'
import { fillDisk } from './full-data-disk.ts'
import { idleStreamsFault } from './idle-streams-fault.ts'
import { damagePhotos, interruptUploads } from './photo-faults.ts'
import { openSlowConnections } from './test-connections.ts'

/**
 * A fault. `inject` causes the fault and calls `markFault` at each moment of failure, such as a kill. It resolves after
 * the fault to a remark for the table. `prepare` and `cleanUp` run before and after the load.
 */
export type Fault = {
  name: string
  inject: (instance: DrillInstance, markFault: () => void) => Promise<string | undefined>
  prepare?: (instance: DrillInstance) => Promise<void>
  cleanUp?: (instance: DrillInstance) => Promise<void>
}

const decoders = (instance: DrillInstance): number[] =>
  findRequestHandlerPids(instance)
    .flatMap(childPids)
    .filter((pid) => readCommand(pid).includes('decode-worker'))

const pickOne = (pids: number[]) => pids.toSorted(() => Math.random() - 0.5).slice(0, 1)

const waitsForVictimMs = 60_000

/** Kills a random victim `times` times, each time after a random pause of 0.3 to 2 s. */
const killAtRandom =
  (times: number, victims: (instance: DrillInstance) => number[]): Fault['inject'] =>
  async (instance, markFault) => {
    for (let n = 0; n < times; n++) {
      await sleep(300 + Math.random() * 1_700)
      let pids = pickOne(victims(instance))
      for (const end = performance.now() + waitsForVictimMs; pids.length === 0; pids = pickOne(victims(instance))) {
        assert.ok(performance.now() < end, `there was no process to kill ${waitsForVictimMs} ms after kill ${n}`)
        await sleep(20)
      }
      markFault()
      sendSignal(pids, 'SIGKILL')
    }
    return undefined
  }

const restartAtRandom =
  (times: number): Fault['inject'] =>
  async (instance, markFault) => {
    for (let n = 0; n < times; n++) {
      await sleep(300 + Math.random() * 1_700)
      markFault()
      await killAndRestart(instance)
    }
    return undefined
  }

/** Returns an array with the pid of the postmaster. The array is empty while PostgreSQL restarts. */
function postmasters({ app }: DrillInstance): number[] {
  if (!existsSync(postmasterPidFile(app))) return []
  const pid = postmasterPid(app)
  return readCommand(pid) ? [pid] : []
}

async function goneFor10s(instance: DrillInstance): Promise<undefined> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(150))
    sendSignal(postmasters(instance), 'SIGKILL')
}

async function frozenFor15s({ app }: DrillInstance): Promise<undefined> {
  const pids = postgresPids(app)
  sendSignal(pids, 'SIGSTOP')
  await sleep(15_000)
  sendSignal(pids, 'SIGCONT')
}

async function slowFor10s({ app }: DrillInstance): Promise<undefined> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(100)) {
    const pids = postgresPids(app)
    sendSignal(pids, 'SIGSTOP')
    await sleep(300)
    sendSignal(pids, 'SIGCONT')
  }
}

async function fullFor10s({ app, hasOwnDisk }: DrillInstance): Promise<undefined> {
  if (!hasOwnDisk) throw new DrillSkipped('no file system of its own')
  await fillDisk(app.dataDir)
  await sleep(10_000)
  rmSync(`${app.dataDir}/filled`)
}

/**
 * Makes the photo folder read-only for 10 s. Mounts it on itself first, because a bind mount can turn read-only
 * while files are open.
 */
async function readOnlyFor10s(instance: DrillInstance): Promise<string> {
  const photos = `${instance.app.dataDir}/photos`
  requireRoot()
  const bind = async (options: string) => {
    const { code, err } = await runProgram('mount', ['-o', options, photos, photos])
    assert.equal(code, 0, err)
  }
  await bind('bind')
  try {
    await bind('remount,ro,bind')
    await sleep(10_000)
    await bind('remount,rw,bind')
  } finally {
    await runProgram('umount', ['-l', photos])
  }
  return 'photos only'
}

async function limitFileDescriptors(instance: DrillInstance): Promise<string> {
  requireProgram('prlimit')
  const pids = findRequestHandlerPids(instance)
  assert.equal(pids.length, 2, 'two processes answer')
  const limit = (most: number) =>
    Promise.all(pids.map((pid) => runProgram('prlimit', ['--pid', String(pid), `--nofile=${most}:20000`])))
  const alive = () => pids.filter((pid) => readCommand(pid)).length
  await limit(64)
  const result = await openSlowConnections(instance, 300, 10)
  await limit(20_000)
  assert.equal(alive(), pids.length, 'a process died at its limit of file descriptors')
  return `64 for each process; ${result}`
}

/**
 * Returns all faults in order. `kills`: number of kills, spread over the app, its process tree, PostgreSQL and the
 * decoders. `idle`: number of idle streams.
 */
export const allFaults = (kills: number, idle: number): Fault[] => {
  const some = (share: number) => Math.max(1, Math.round(kills * share))
  const [apps, trees, bases, decs] = [some(0.4), some(0.2), some(0.2), some(0.2)]
  return [
    { name: `an app process killed, ${apps} times`, inject: killAtRandom(apps, findRequestHandlerPids) },
    { name: `everything killed and started, ${trees} times`, inject: restartAtRandom(trees) },
    { name: `PostgreSQL alone killed, ${bases} times`, inject: killAtRandom(bases, postmasters) },
    { name: `a decoder killed, ${decs} times`, inject: killAtRandom(decs, decoders) },
    { name: 'database gone for 10 s', inject: goneFor10s },
    { name: 'database slow for 10 s, 300 of 400 ms', inject: slowFor10s },
    { name: 'database frozen for 15 s', inject: frozenFor15s },
    { name: 'disk full for 10 s', inject: fullFor10s },
    { name: 'photos read-only for 10 s', inject: readOnlyFor10s },
    { name: '1,000 slow connections for 20 s', inject: (instance) => openSlowConnections(instance, 1_000, 20) },
    { name: 'file descriptors at the limit for 10 s', inject: limitFileDescriptors },
    { name: 'photo files deleted and corrupt', inject: damagePhotos },
    { name: 'uploads cut half-way, app killed', inject: interruptUploads },
    clockJumpFault(),
    idleStreamsFault(idle),
  ]
}
