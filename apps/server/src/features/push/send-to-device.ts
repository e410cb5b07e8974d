import { createHash } from 'node:crypto'
import type { PushPayload } from '@pawtrait/contract/push.ts'
import type { Context } from '#platform/context.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { nodeNetworkAccess } from '#platform/security/fetch-public.ts'
import { parsePushEndpoint } from '#platform/web-push/push-endpoint.ts'
import type { PushResult } from '#platform/web-push/send-push.ts'
import type { DeviceTarget } from './delivery-queries.ts'
import { deleteSubscription } from './queries.ts'
import { getPushSenderIdentity } from './vapid-keys.ts'

const TTL_SECONDS = 86_400
const TOPIC_LENGTH = 32

const countMessages = counter('push_messages_total', 'Push messages by outcome', ['outcome'])

/**
 * Returns the topic at the push service, which is also the tag on the device. A newer message with the same topic
 * replaces an older one. The topic is a keyed hash, which reveals nothing to the service. It is hexadecimal, because
 * some services accept only letters and digits.
 */
export const createPushTopic = ({ secrets }: Pick<Context, 'secrets'>, user: string, groupKey: string): string =>
  createHash('sha256')
    .update(secrets.mac('push-topic', `${user} ${groupKey}`))
    .digest('hex')
    .slice(0, TOPIC_LENGTH)

const encodePayload = (payload: PushPayload) => Buffer.from(JSON.stringify(payload))

/**
 * Sends the first of `payloads` that is not too large for the push service. Deletes the device when its subscription
 * has ended. Logs refusals without the endpoint, which is a secret.
 */
export async function sendToDevice(
  ctx: Context,
  device: DeviceTarget,
  payloads: readonly PushPayload[],
): Promise<PushResult> {
  const result = await sendFirstAccepted(ctx, device, payloads)
  countMessages(result.is)
  if (result.is === 'gone') await deleteSubscription(ctx.db, device.subscriptionId)
  if (result.is === 'refused' || result.is === 'too-large') {
    const why = result.is === 'refused' ? result.why : 'too large'
    ctx.log.info('push message refused', { service: URL.parse(device.endpoint)?.hostname, why })
  }
  return result
}

async function sendFirstAccepted(
  ctx: Context,
  device: DeviceTarget,
  payloads: readonly PushPayload[],
): Promise<PushResult> {
  const endpoint = parsePushEndpoint(device.endpoint, ctx.config.pushServices)
  if (!endpoint) return { is: 'refused', why: 'the service is not in the list (PUSH_SERVICES)' }
  const identity = getPushSenderIdentity(ctx, device)
  if (!identity) return { is: 'refused', why: 'no contact, or a key of another pepper: "doctor" says which' }
  const sendOptions = { identity, reach: ctx.reach ?? nodeNetworkAccess, now: ctx.now }
  let result: PushResult = { is: 'too-large' }
  for (const payload of payloads) {
    const { tag } = payload.notification
    const message = { payload: encodePayload(payload), topic: tag, ttlSeconds: TTL_SECONDS }
    result = await ctx.pushSender.send({ ...device, endpoint }, message, sendOptions)
    if (result.is !== 'too-large') break
  }
  return result
}
