import type { PushDevice, PushState } from '@pawtrait/contract/push.ts'
import type { UserContext } from '#platform/context.ts'
import { selectDevices, selectPushSettings } from './queries.ts'
import { selectCurrentVapidKey } from './vapid-key-queries.ts'
import { getPushContact } from './vapid-keys.ts'

/** Returns the viewer's devices, oldest first, and settings. `key` is null while push is off. */
export async function getPushState(ctx: UserContext): Promise<PushState> {
  const key = getPushContact(ctx.config) === undefined ? undefined : await selectCurrentVapidKey(ctx.db)
  const devices = await selectDevices(ctx.db, ctx.viewer, ctx.now)
  return {
    key: key?.publicKey ?? null,
    devices: devices.map(
      ({ sessionId, isLoggedIn, ...device }): PushDevice => ({
        ...device,
        current: sessionId === ctx.session,
        paused: !isLoggedIn,
      }),
    ),
    ...(await selectPushSettings(ctx.db, ctx.viewer)),
  }
}
