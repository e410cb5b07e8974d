import type { Config } from '#app/config/config.ts'

/** Result of a command: lines for stdout, and whether it exits with 0. */
export type Outcome = { lines: string[]; isWell: boolean }

/** `config` reads the settings only when called, because some commands need none. `say` prints progress on stderr. */
export type CommandContext = {
  environment: Record<string, string | undefined>
  config: () => Config
  now: Date
  say: (line: string) => void
}

export type Command = (surroundings: CommandContext) => Promise<Outcome>

export const outcomeOf = (...lines: string[]): Outcome => ({ lines, isWell: true })

export const outcomeOfText = (text: string): Outcome => outcomeOf(text.replace(/\n$/, ''))
