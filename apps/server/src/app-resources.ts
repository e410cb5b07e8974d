import type { EmbeddedPostgres } from '@pawtrait/postgres/embedded.ts'
import type { Connection } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { writeAddressFile } from './address-file.ts'
import type { Config } from './config.ts'
import { openDatabase } from './open-database.ts'

/** `starting`: the embedded PostgreSQL on its way up. */
export type AppParts = { log: Log; starting: Promise<EmbeddedPostgres> | undefined }

/** Simulators run in a local run without credentials, and are loaded nowhere else. */
async function withProviders(config: Config, log: Log): Promise<{ config: Config; stop: () => Promise<void> }> {
  if (config.payments.mode !== 'simulated') return { config, stop: async () => {} }
  const { startSimulated } = await import('./dev/simulators.ts')
  return startSimulated(config, (line) => log.info('simulators', { line }))
}

/**
 * Opens what there is once, however many processes answer; these are `run` on it. Gives how to close all in order.
 * @throws what `startupError` makes a line of
 */
export async function withResources(
  given: Config,
  { log, starting }: AppParts,
  run: (config: Config, connection: Connection) => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const { config, stop: stopProviders } = await withProviders(given, log)
  const postgres = await openDatabase(config, (line) => log.info('postgres', { line }), starting)
  const close = await run(config, postgres.connection)
  const forgetAddress = await writeAddressFile(config)
  return async () => {
    const closed = close()
    await forgetAddress()
    await closed
    await stopProviders()
    await postgres.stop()
  }
}
