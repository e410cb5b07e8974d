import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/config/config.ts'

type Folder = Pick<Config, 'dataDir'>
type Listener = Pick<Config, 'host' | 'port'>

export type AppAddress = { publicUrl: string; localUrl: string; pid: number }

const addressFilePath = ({ dataDir }: Folder) => join(dataDir, 'address')

/** Returns the URL at which programs on this machine reach the server. */
export const buildLocalUrl = ({ host, port }: Listener): string =>
  `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Writes the address of the running app to a file, which commands read. Returns a function that deletes the file. */
export async function writeAddressFile(
  config: Folder & Listener & Pick<Config, 'publicUrl'>,
): Promise<() => Promise<void>> {
  await writeFile(addressFilePath(config), `${config.publicUrl}\n${buildLocalUrl(config)}\n${process.pid}\n`)
  return () => rm(addressFilePath(config), { force: true })
}

/** Returns the address of the app that uses this data folder. Undefined if none runs (a killed app leaves the file). */
export async function readAppAddress(config: Folder): Promise<AppAddress | undefined> {
  const text = await readFile(addressFilePath(config), 'utf8').catch(() => '')
  const [publicUrl = '', localUrl = '', pid = ''] = text.split('\n')
  return localUrl !== '' && isAlive(Number(pid)) ? { publicUrl, localUrl, pid: Number(pid) } : undefined
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // EPERM: a process of another user
  }
}

/** Returns the public URL of the running app. If no app runs, returns the URL in the settings. */
export const resolvePublicUrl = async (config: Folder & Pick<Config, 'publicUrl'>): Promise<string> =>
  (await readAppAddress(config))?.publicUrl ?? config.publicUrl
