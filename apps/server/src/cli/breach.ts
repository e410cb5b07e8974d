import { open } from 'node:fs/promises'
import type { Config } from '#app/config/config.ts'
import { selectExposedUsers, type TimeWindow } from '#features/users/account/exposed-user-queries.ts'
import { BadConfig } from '#platform/settings.ts'
import { formatCsv } from '#platform/text/csv.ts'
import { type Command, successWithText } from './command.ts'
import { withDependencies } from './dependencies.ts'

const BATCH_SIZE = 1_000
const csvHeader = ['id', 'username', 'email', 'age', 'active in the window', 'logged in with', 'photos', 'has paid']

type Breach = TimeWindow & { file: string; onlyActive: boolean }

/** Parses the arguments. @throws BadConfig for an invalid date, or when the window ends before it begins */
function readBreach(args: readonly string[]): Breach | undefined {
  const [command, file, from, to, ...rest] = args
  const isFlag = rest.every((word) => word === '--active')
  if (command !== 'breach' || !file || !from || !to || !isFlag) return undefined
  const [begins, ends] = [new Date(from), new Date(to)]
  if (!(begins.getTime() <= ends.getTime()))
    throw new BadConfig('The times are invalid: give two instants in order, such as 2026-11-26T10:00Z.')
  return { file, from: begins, to: ends, onlyActive: rest.length > 0 }
}

// Writes a CSV file of the users affected by a breach, readable by its owner only. Returns the text to print, without
// names. @throws Error with code EEXIST when the file exists
const listExposedUsers = (config: Config, { file, onlyActive, ...window }: Breach): Promise<string> =>
  withDependencies(config, 'read', async ({ database }) => {
    const csvFile = await open(file, 'wx', 0o600)
    let [count, minors] = [0, 0]
    try {
      await csvFile.write(formatCsv([csvHeader]))
      for (let rows = await selectExposedUsers(database, window, null, BATCH_SIZE); rows.length > 0; ) {
        const listedRows = rows.filter(({ wasActive }) => wasActive || !onlyActive)
        await csvFile.write(formatCsv(listedRows.map((row) => Object.values(row).map(String))))
        count += listedRows.length
        minors += listedRows.filter(({ age }) => age === '13-to-17').length
        rows = await selectExposedUsers(database, window, rows.at(-1)?.id ?? null, BATCH_SIZE)
      }
    } finally {
      await csvFile.close()
    }
    return `Accounts: ${count}, of people under 18: ${minors}. The list is in ${file}.\n`
  })

/** Parses the arguments. Returns undefined for another command. @throws BadConfig for an invalid time window */
export function readBreachCommand(args: string[]): Command | undefined {
  const breach = readBreach(args)
  return breach && (async ({ config }) => successWithText(await listExposedUsers(config(), breach)))
}
