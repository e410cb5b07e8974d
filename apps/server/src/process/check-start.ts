import { type Config, readConfig } from '#app/config/config.ts'
import { waitForFreePort } from '#platform/http/listen.ts'
import { isLoopbackHost } from '#platform/security/network.ts'
import { BadConfig } from '#platform/settings.ts'
import { buildLocalUrl, readAppAddress } from './address-file.ts'

type Say = (line: string) => void

const toStderr: Say = (line) => process.stderr.write(`${line}\n`)

/**
 * Checks the settings and the port before any folder is created.
 * @throws BadConfig for invalid settings, or if this instance already runs; EADDRINUSE if another program uses the port
 */
export async function checkStart(env: Record<string, string | undefined>, say = toStderr): Promise<Config> {
  const config = readConfig(env)
  if (hasNoLanAddress(config))
    say('LAN=1, but this machine has no private address (such as 192.168.…): join a home network, and start again.')
  await waitForFreePort(config).catch(async (error: unknown) => {
    throw (await findRunningApp(config)) ?? error
  })
  return config
}

/** Returns an error if an app with this data folder already runs on the configured port. */
async function findRunningApp(config: Config): Promise<BadConfig | undefined> {
  const running = await readAppAddress(config)
  if (running?.localUrl !== buildLocalUrl(config)) return undefined
  return new BadConfig(
    `Pawtrait already runs on ${config.dataDir}, at ${running.publicUrl} (process ${running.pid}): stop it first. ` +
      'For a second instance, set DATA_DIR and PORT.',
  )
}

/** Whether the app is in LAN mode, but the machine has no address in a home network. */
export const hasNoLanAddress = ({ mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>): boolean =>
  mode === 'lan' && isLoopbackHost(new URL(publicUrl).hostname)
