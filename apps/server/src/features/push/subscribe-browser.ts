import type { PushSubscriptionId } from '@pawtrait/contract/ids.ts'
import type { PushState, PushSubscriptionInput } from '@pawtrait/contract/push.ts'
import { describeBrowser } from '#features/sign-in/sessions/describe-browser.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { hasNonPublicAddress, nodeNetworkAccess } from '#platform/security/fetch-public.ts'
import { areRecipientKeys } from '#platform/web-push/encrypt-payload.ts'
import { parsePushEndpoint } from '#platform/web-push/push-endpoint.ts'
import {
  deleteOldestSubscriptions,
  lockSubscriptions,
  retireBrowserSubscriptions,
  selectSubscriptionOfBrowser,
  upsertSubscription,
} from './queries.ts'
import { selectVapidKeyId } from './vapid-key-queries.ts'
import { getPushContact } from './vapid-keys.ts'
import { getPushState } from './view.ts'

const DEVICES_PER_USER = 16
const DNS_MS = 3_000

/**
 * Returns the endpoint's URL. Accepts a host that DNS cannot resolve now: each sending resolves and checks it again.
 * @throws Problem 'validation-failed' for an unknown service, or an address in a private network
 */
async function requireKnownEndpoint(ctx: UserContext, endpoint: string): Promise<URL> {
  const url = parsePushEndpoint(endpoint, ctx.config.pushServices)
  const reach = ctx.reach ?? nodeNetworkAccess
  if (!url || (await hasNonPublicAddress(url.hostname, AbortSignal.timeout(DNS_MS), reach)))
    throw fieldProblem('endpoint', 'invalid', 'This is not a push service that we know.')
  return url
}

/**
 * Subscribes the viewer's browser to push notifications, and pauses the devices of other accounts with this endpoint.
 * Keeps at most 16 devices of the viewer: deletes the device that was confirmed longest ago.
 * @throws Problem 'unavailable' when push is off; 'validation-failed'; 'too-many-requests'
 */
export async function subscribeBrowser(ctx: UserContext, form: PushSubscriptionInput): Promise<PushState> {
  if (getPushContact(ctx.config) === undefined)
    throw new Problem('unavailable', 'This server does not send notifications to browsers.')
  await enforceRateLimit(ctx, 'push-subscriptions')
  const keys = { p256dh: Buffer.from(form.keys.p256dh, 'base64url'), auth: Buffer.from(form.keys.auth, 'base64url') }
  if (!areRecipientKeys(keys)) throw fieldProblem('keys', 'invalid', 'These are not keys of a browser.')
  const endpoint = (await requireKnownEndpoint(ctx, form.endpoint)).href
  await ctx.transaction(async ({ db }) => {
    await lockSubscriptions(db, ctx.viewer, endpoint)
    const keyId = await selectVapidKeyId(db, form.key)
    if (keyId === undefined) throw fieldProblem('key', 'invalid', 'This is not a key of this server.')
    const id = newId<PushSubscriptionId>(ctx.now)
    const browser = { userId: ctx.viewer, sessionId: ctx.session, endpoint, replaces: form.replaces }
    if (form.renews && !(await selectSubscriptionOfBrowser(db, browser))) return
    await retireBrowserSubscriptions(db, browser)
    const label = describeBrowser(ctx.userAgent)
    await upsertSubscription(db, { ...browser, ...keys, id, keyId, label, now: ctx.now })
    await deleteOldestSubscriptions(db, ctx.viewer, DEVICES_PER_USER)
  })
  return getPushState(ctx)
}
