import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManagedProcess, type ManagedProcess, type Program } from './managed-process.ts'

/** A temporary folder and the programs that run in it. */
export type ClusterWorkspace = {
  folder: string
  print: (line: string) => void
  /** Adds a program. `stop` stops the program if it was started. */
  add: (program: Program) => ManagedProcess
  atEnd: (stop: () => Promise<unknown>) => void
  /** Returns the last line of each log. */
  lastLogLines: () => string[]
  /** Stops all programs in parallel and removes the folder. */
  stop: () => Promise<void>
}

/** Creates the temporary folder, without programs. */
export function createClusterWorkspace(print: (line: string) => void): ClusterWorkspace {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-cluster-'))
  chmodSync(folder, 0o711)
  const stops: (() => Promise<unknown>)[] = []
  const lastLine = (path: string) => readFileSync(join(folder, path), 'utf8').trim().split('\n').at(-1) ?? ''
  return {
    folder,
    print,
    add: (program) => {
      const engine = createManagedProcess(folder, program)
      stops.push(engine.stop)
      return engine
    },
    atEnd: (stop) => void stops.push(stop),
    lastLogLines: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.log'))
        .map((path) => `${path}: ${lastLine(path)}`),
    stop: async () => {
      await Promise.allSettled(stops.splice(0).map((stop) => stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
