import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningApp } from '../e2e/app.ts'
import { sendSignal } from '../e2e/processes.ts'

const opensWithinMs = 10_000

/** Inspector URLs by process id. Each inspector is opened only once. */
export type InspectorUrls = Map<number, string>

const addressesIn = (output: string) =>
  Array.from(output.matchAll(/^Debugger listening on (ws:\S+)$/gm), ([, url]) => url)

/** Opens the inspector of a process started with `--inspect-port=0`. Returns its URL. */
async function openInspector(app: RunningApp, pid: number): Promise<string> {
  const known = addressesIn(app.output()).length
  sendSignal([pid], 'SIGUSR1')
  for (const end = performance.now() + opensWithinMs; performance.now() < end; await sleep(50)) {
    const opened = addressesIn(app.output())[known]
    if (opened) return opened
  }
  throw new Error(`the inspector of process ${pid} did not open`)
}

/** Starts a garbage collection in these processes of an app, and waits until it has ended. */
export async function collectGarbage(app: RunningApp, pids: number[], inspectors: InspectorUrls): Promise<void> {
  for (const pid of pids) {
    const address = inspectors.get(pid) ?? (await openInspector(app, pid))
    inspectors.set(pid, address)
    const socket = new WebSocket(address)
    const collected = Promise.withResolvers<void>()
    const command = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })
    const gone = () => collected.reject(new Error(`the inspector of process ${pid} does not answer`))
    socket.addEventListener('open', () => socket.send(command), { once: true })
    socket.addEventListener('message', () => collected.resolve(), { once: true })
    socket.addEventListener('error', gone, { once: true })
    socket.addEventListener('close', gone, { once: true })
    await collected.promise.finally(() => socket.close())
  }
}
