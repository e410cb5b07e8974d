import type { PushSubscriptionId } from '@pawtrait/contract/ids.ts'
import type { PushState } from '@pawtrait/contract/push.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteSubscriptionOf } from './queries.ts'
import { deviceNotFound } from './test-device.ts'
import { getPush } from './view.ts'

/** Deletes a device of the viewer. @throws Problem 'not-found' */
export async function removeDevice(ctx: UserContext, id: PushSubscriptionId): Promise<PushState> {
  if (!(await deleteSubscriptionOf(ctx.db, ctx.viewer, id))) throw deviceNotFound()
  return getPush(ctx)
}
