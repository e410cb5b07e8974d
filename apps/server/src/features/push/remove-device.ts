import type { PushSubscriptionId } from '@pawtrait/contract/ids.ts'
import type { PushState } from '@pawtrait/contract/push.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteOwnSubscription } from './queries.ts'
import { deviceNotFoundProblem } from './send-test-message.ts'
import { getPushState } from './view.ts'

/** Deletes a device of the viewer. @throws Problem 'not-found' */
export async function removeDevice(ctx: UserContext, id: PushSubscriptionId): Promise<PushState> {
  if (!(await deleteOwnSubscription(ctx.db, ctx.viewer, id))) throw deviceNotFoundProblem()
  return getPushState(ctx)
}
