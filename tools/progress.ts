import { readFileSync } from 'node:fs'

/** Progress of a Vitest run, which `progress-reporter.ts` writes. Test names include their file. */
export type Progress = {
  passed: number
  failed: number
  files: number
  filesDone: number
  running: string[]
  failures: string[]
}

export const emptyProgress: Progress = { passed: 0, failed: 0, files: 0, filesDone: 0, running: [], failures: [] }

/** Reads a progress file. Returns undefined when the file is missing or incomplete. */
export function readProgress(path: string): Progress | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Progress
  } catch {
    return undefined
  }
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Returns a line such as `server tests: 812 passed, 1 failed, 77 of 257 files, 3:12`. */
export function formatProgress(name: string, seconds: number, { passed, failed, files, filesDone }: Progress): string {
  const counts = files > 0 ? `${passed} passed, ${failed} failed, ${filesDone} of ${files} files, ` : ''
  return `${name}: ${counts}${clock(seconds)}`
}

const clearLine = '\r\u001b[K'

/** Shows progress. On a terminal, rewrites a single line. Otherwise, prints all lines every 30 seconds. */
export function showProgress(lines: () => string[]) {
  const { isTTY, columns } = process.stdout
  const rewrite = () =>
    process.stdout.write(
      clearLine +
        lines()
          .join(' · ')
          .slice(0, columns - 1),
    )
  const print = () => {
    for (const line of lines()) console.log(line)
  }
  const timer = setInterval(isTTY ? rewrite : print, isTTY ? 1_000 : 30_000)
  return {
    /** Prints text that remains on the terminal. The progress line continues below the text. */
    print: (text: string) => {
      if (isTTY) process.stdout.write(clearLine)
      console.log(text)
    },
    stop: () => {
      clearInterval(timer)
      if (isTTY) process.stdout.write(clearLine)
    },
  }
}
