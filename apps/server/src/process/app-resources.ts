import type { EmbeddedPostgres } from '@pawtrait/postgres/embedded.ts'
import type { Config } from '#app/config/config.ts'
import { ensureFirstMac } from '#features/moderation/log/sign-log.ts'
import { ensureVapidKey } from '#features/push/vapid-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { refuseOtherPepper } from '#platform/security/pepper-fingerprint.ts'
import type { Secrets } from '#platform/security/secrets.ts'
import { writeAddressFile } from './address-file.ts'
import { openDatabase } from './open-database.ts'
import { createPostgresLog } from './postgres-log.ts'

/** Resources that all processes share. `starting` resolves when the embedded PostgreSQL has started. */
export type AppResources = { log: Log; secrets: Secrets; starting: Promise<EmbeddedPostgres> | undefined }

/** Starts payment simulators in a local run without credentials. In other modes, their code is never loaded. */
async function startProviders(config: Config, log: Log): Promise<{ config: Config; stop: () => Promise<void> }> {
  if (config.payments.mode !== 'simulated') return { config, stop: async () => {} }
  const { startPaymentSimulators } = await import('#app/dev/payment-simulators.ts')
  return startPaymentSimulators(config, (line) => log.info('simulators', { line }))
}

/**
 * Checks the pepper. The first start also stores the pepper's fingerprint, the first MAC of the moderation log, and a
 * new push key.
 */
async function prepareSecrets({ pepperFile }: Config, secrets: Secrets, connection: Connection) {
  const database = connect(connection, { max: 1, limits: backgroundLimits })
  try {
    await refuseOtherPepper(database, secrets.fingerprint, pepperFile)
    await ensureFirstMac({ db: database, secrets })
    await ensureVapidKey({ database, secrets, now: systemClock.now() })
  } finally {
    await database.close()
  }
}

/**
 * Opens the resources that all processes share, and calls `run`. Returns a function that closes them in order.
 * @throws errors that `formatFatalError` formats
 */
export async function withResources(
  initialConfig: Config,
  { log, secrets, starting }: AppResources,
  run: (config: Config, connection: Connection) => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const { config, stop: stopProviders } = await startProviders(initialConfig, log)
  const postgres = await openDatabase(config, createPostgresLog(log), starting)
  await prepareSecrets(config, secrets, postgres.connection)
  const close = await run(config, postgres.connection)
  const removeAddressFile = await writeAddressFile(config)
  return async () => {
    const closed = close()
    await removeAddressFile()
    await closed
    await Promise.all([stopProviders(), postgres.stop()])
  }
}
