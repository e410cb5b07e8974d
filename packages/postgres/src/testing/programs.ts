import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { QueryResult } from 'pg'
import type { EmbeddedPostgres } from '../embedded.ts'
import { withClient } from '../with-client.ts'

const script = join(import.meta.dirname, 'start-and-wait.ts')

export type ProgramMessage = { pid?: number; uid?: number; socket?: boolean; line?: string; acknowledged?: number }

export type TestProgram = {
  child: ChildProcess
  messages: ProgramMessage[]
  errorLines: string[]
  /** Resolves with the first message that matches. Rejects when the program ends without such a message. */
  until: (fits: (message: ProgramMessage) => boolean) => Promise<ProgramMessage>
  ended: Promise<unknown>
}

/** Runs `start-and-wait.ts` in a new process. The command starts with `prefix`, such as `setpriv`. */
export function runProgram(dataDir: string, then = '', prefix: string[] = []): TestProgram {
  const [command, ...args] = [...prefix, process.execPath, script, dataDir, then]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const messages: ProgramMessage[] = []
  const errorLines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line)))
  createInterface({ input: child.stderr }).on('line', (line) => errorLines.push(line))
  const ended = once(child, 'close')
  async function until(fits: (message: ProgramMessage) => boolean): Promise<ProgramMessage> {
    for (;;) {
      const found = messages.find(fits)
      if (found) return found
      if (child.exitCode !== null) throw new Error(`the program ended first: ${errorLines.join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { child, messages, errorLines, until, ended }
}

/** Returns whether a process runs. A zombie process does not count. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const folders: string[] = []

/** Creates a temporary folder that only the current user can enter. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-embedded-'))
  folders.push(folder)
  return folder
}

/** Removes all folders that `createTestFolder` has created. */
export function removeTestFolders() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Runs SQL statements on a new connection. Returns the rows of the last statement. */
export async function runStatements(embedded: EmbeddedPostgres, statement: string, role: 'owner' | 'app' = 'owner') {
  return withClient(embedded.connection(role), async (client) => {
    // For several statements, `query` returns an array of results, although its type declares a single result.
    const results: QueryResult[] = [await client.query(statement)].flat()
    return results.at(-1)?.rows ?? []
  })
}
