import type { Config } from '#app/config/config.ts'
import { type AppResources, withResources } from './app-resources.ts'
import { prepareProcess } from './run-process.ts'

/** Runs the app in this process. Returns a function that closes it in order. @throws like `withResources` */
export const runApp = (config: Config, parts: AppResources) =>
  withResources(config, parts, async (runtimeConfig, connection) => {
    const { answer, close } = await prepareProcess(runtimeConfig, {
      secrets: parts.secrets,
      connection,
      log: parts.log,
    })
    await answer()
    return close
  })
