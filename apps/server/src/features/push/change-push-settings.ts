import type { PushSettings, PushState } from '@pawtrait/contract/push.ts'
import type { UserContext } from '#platform/context.ts'
import { upsertPushSettings } from './queries.ts'
import { getPushState } from './view.ts'

/** Sets what the viewer's push notifications show, and the quiet hours. */
export async function changePushSettings(ctx: UserContext, settings: PushSettings): Promise<PushState> {
  await upsertPushSettings(ctx.db, ctx.viewer, settings)
  return getPushState(ctx)
}
