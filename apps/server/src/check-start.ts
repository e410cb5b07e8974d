import { refuseTakenPort } from '#platform/listen.ts'
import { isLoopbackHost } from '#platform/network.ts'
import { type Config, readConfig } from './config.ts'

type Say = (line: string) => void

const toStderr: Say = (line) => process.stderr.write(`${line}\n`)

/**
 * What can be known before any work is done and any folder made: the settings fit together and nobody listens on the
 * port.
 * @throws BadConfig as `readConfig`; the operating system's EADDRINUSE.
 */
export async function checkStart(env: Record<string, string | undefined>, say = toStderr): Promise<Config> {
  const config = readConfig(env)
  if (hasNoLanAddress(config))
    say('LAN=1, but this machine has no private address (such as 192.168.…): join a home network, and start again.')
  await refuseTakenPort(config)
  return config
}

/** It is to be reached from the home network, and is in none. */
export const hasNoLanAddress = ({ mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>): boolean =>
  mode === 'lan' && isLoopbackHost(new URL(publicUrl).hostname)
