import type { Config } from '#app/config/config.ts'

/** Result of a command: the lines to print on stdout. The exit code is 0 if `isWell` is true. */
export type CommandOutcome = { lines: string[]; isWell: boolean }

/** Context of a command. `config` is a function, because some commands need no settings. `say` prints on stderr. */
export type CommandContext = {
  environment: Record<string, string | undefined>
  config: () => Config
  now: Date
  say: (line: string) => void
}

export type Command = (context: CommandContext) => Promise<CommandOutcome>

export const successWithLines = (...lines: string[]): CommandOutcome => ({ lines, isWell: true })

export const successWithText = (text: string): CommandOutcome => successWithLines(text.replace(/\n$/, ''))
