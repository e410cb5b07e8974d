import type { Config } from '#app/config/config.ts'

/** Lines that a command prints on stdout, and whether it exits with 0. */
export type Outcome = { lines: string[]; isWell: boolean }

/**
 * Input of a command. `config` reads the settings when it is called: verifying a backup needs none. `say` prints
 * progress on stderr.
 */
export type Surroundings = {
  environment: Record<string, string | undefined>
  config: () => Config
  now: Date
  say: (line: string) => void
}

export type Command = (surroundings: Surroundings) => Promise<Outcome>

export const said = (...lines: string[]): Outcome => ({ lines, isWell: true })

/** Output from a text that already ends with a newline. */
export const saidText = (text: string): Outcome => said(text.replace(/\n$/, ''))
