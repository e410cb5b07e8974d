import type { Received } from '@pawtrait/contract/endpoint.ts'
import type { requestPhoto } from '@pawtrait/contract/moderation/photo-requests.ts'
import { countProven, proofChallenge } from '#features/sign-in/log-in/proof.ts'
import { canonicalCode, newRecoveryCode } from '#features/sign-in/recovery-codes/recovery-code.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { readAddress } from './asked-address.ts'
import {
  insertRequest,
  insertRequestOfNothing,
  type RequestRow,
  selectAskedThing,
  selectRequestState,
} from './photo-request-queries.ts'

const A_DAY = 86_400
const AN_HOUR = 3_600
const A_DAY_EACH = 10
const LOOKS_AN_HOUR = 60

// Plain http gives browsers no cryptography to work with.
const asksForWork = ({ config }: Context) => config.mode !== 'lan'

export const workForRequest = async (ctx: Context) => ({
  challenge: asksForWork(ctx) ? await proofChallenge(ctx, 'photo-request') : null,
})

const referenceMac = ({ secrets }: Context, reference: string) =>
  secrets.mac('reference of a photo request', canonicalCode(reference))

/**
 * Somebody without an account asks that a photo is taken down. What is at the address, and whether anything is, is in
 * no answer: private things wait at the desk, of what is not here only the request is kept.
 * @throws Problem 'validation-failed' for an address that is not one here, 'too-many-attempts' above 10 a day from one
 *   network, 'proof-required'
 */
export async function takePhotoRequest(ctx: Context, { proof, ...asked }: Received<typeof requestPhoto>['body']) {
  const place = readAddress(ctx.config, asked.address)
  const buckets = networkBuckets(ctx, 'photo-requests', [[A_DAY_EACH, A_DAY]])
  await countProven(ctx, { purpose: 'photo-request', buckets, proof, level: () => Number(asksForWork(ctx)) })
  const reference = newRecoveryCode()
  await ctx.transaction(async ({ db, job }) => {
    const thing = await selectAskedThing(db, place)
    const what = thing ? `${thing.type} ${thing.id}` : `${place.kind} at ${place.name}`
    const row: RequestRow = {
      id: newId(ctx.now),
      report: newId(ctx.now),
      email: asked.email,
      askedMac: ctx.secrets.mac('photo request', `${asked.email.toLowerCase()} ${what}`),
      referenceMac: referenceMac(ctx, reference),
      whom: asked.whom,
      words: asked.words,
      now: ctx.now.toISOString(),
    }
    const kept = await (thing ? insertRequest(db, row, thing) : insertRequestOfNothing(db, row))
    if (kept) await job('mail-requester', { request: kept.id, what: 'received' })
  })
  return { reference, mailed: ctx.mail.on }
}

/** @throws Problem 'not-found' for a reference that was not given out, or whose request has run out */
export async function stateOfRequest(ctx: Context, reference: string) {
  await countAttempt(ctx.db, ctx.now, networkBuckets(ctx, 'photo-request-states', [[LOOKS_AN_HOUR, AN_HOUR]]))
  const found = await selectRequestState(ctx.db, referenceMac(ctx, reference))
  if (!found) throw new Problem('not-found', 'This reference is not known. Look at it again.')
  return found
}
