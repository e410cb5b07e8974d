import type { PushSubscriptionId } from '@pawtrait/contract/ids.ts'
import type { PushTestResult } from '@pawtrait/contract/push.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectOwnDevice, updateDeviceSentAt } from './delivery-queries.ts'
import { buildTestMessagePayload } from './push-payloads.ts'
import { sendToDevice } from './send-to-device.ts'

export const deviceNotFoundProblem = () => new Problem('not-found', 'That device gets no notifications any more.')

/**
 * Sends a test message to one of the viewer's devices, also in quiet hours.
 * @throws Problem 'not-found' when the viewer has no such device; 'conflict' when it is paused; 'too-many-requests'
 */
export async function sendTestMessage(ctx: UserContext, id: PushSubscriptionId): Promise<PushTestResult> {
  const device = await selectOwnDevice(ctx.db, ctx.viewer, id, ctx.now)
  if (!device) throw deviceNotFoundProblem()
  if (!device.isLoggedIn) throw new Problem('conflict', 'You are not logged in on that device.')
  await enforceRateLimit(ctx, 'push-tests')
  const result = await sendToDevice(ctx, device, [buildTestMessagePayload(ctx.config, device, ctx.now)])
  if (result.is === 'sent') await updateDeviceSentAt(ctx.db, id, ctx.now)
  if (result.is === 'gone') return { outcome: 'removed' }
  if (result.is === 'retry') return { outcome: 'busy' }
  return { outcome: result.is === 'sent' ? 'sent' : 'refused' }
}
