import { countVapidKeyUse, rotateVapidKey } from '#features/push/vapid-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { type Command, successWithLines } from './command.ts'
import { openCommandSecrets, withDependencies } from './dependencies.ts'

const showKeys: Command = ({ config }) =>
  withDependencies(config(), 'read', async ({ database }) => {
    const { current, former } = await countVapidKeyUse(database)
    return successWithLines(`${current} devices use the current key, ${former} an older one.`)
  })

const makeNewKey: Command = async ({ config }) => {
  const secrets = await openCommandSecrets(config())
  return withDependencies(config(), 'update', async ({ database }) => {
    await rotateVapidKey({ database, secrets, now: systemClock.now() })
    return successWithLines('Created a new key. Each device renews its subscription when its user next opens the app.')
  })
}

export function readPushCommand([, action, ...more]: string[]): Command | undefined {
  if (more.length > 0) return undefined
  if (action === undefined) return showKeys
  return action === 'new-key' ? makeNewKey : undefined
}
