import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

type ProgramResult = { exit: number; out: string; err: string }

/** Runs a program. Its environment has only these settings. */
export const runProgram = (file: string, args: string[], settings: Record<string, string>, cwd?: string) =>
  new Promise<ProgramResult>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings }
    execFile(file, args, { env, cwd }, (error, out, err) => resolve({ exit: error ? Number(error.code) : 0, out, err }))
  })

/** Runs `pawtrait`. Its environment has only these settings. */
export const runCommand = (
  args: string[],
  settings: Record<string, string> = {},
  cwd?: string,
): Promise<ProgramResult> => runProgram(process.execPath, [cli, ...args], settings, cwd)
