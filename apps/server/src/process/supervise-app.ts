import type { Config } from '#app/config/config.ts'
import { isForwardedMail } from '#app/dev/share-mailbox.ts'
import type { Connection } from '#platform/database/db.ts'
import { superviseProcesses } from '#platform/process/supervisor.ts'
import { type AppResources, withResources } from './app-resources.ts'

export type ProcessOptions = { config: Config; connection: Connection }

/**
 * Runs the app in several processes that share a port. The supervisor opens the shared resources. Returns a function
 * that closes everything in the right order.
 * @throws like `withResources`, and when a process does not start
 */
export const superviseApp = (initialConfig: Config, parts: AppResources): Promise<() => Promise<void>> =>
  withResources(initialConfig, parts, (config, connection) =>
    superviseProcesses({
      file: new URL('app-process.ts', import.meta.url),
      count: config.processes,
      startMessage: { config, connection } satisfies ProcessOptions,
      isForAll: isForwardedMail,
      log: parts.log,
    }),
  )
