import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

type Place = Pick<Config, 'dataDir' | 'publicUrl'>

const fileOf = ({ dataDir }: Place) => join(dataDir, 'address')

/** Notes where the app is reached while it runs, for commands beside it. Gives the way to take the note back. */
export async function writeAddressFile(config: Place): Promise<() => Promise<void>> {
  await writeFile(fileOf(config), config.publicUrl)
  return () => rm(fileOf(config), { force: true })
}

/** Where the app that runs on this data folder is reached; by the settings when there is no note of it. */
export const readAddressFile = (config: Place): Promise<string> =>
  readFile(fileOf(config), 'utf8').catch(() => config.publicUrl)
