import type { EndpointInput } from '@pawtrait/contract/endpoint.ts'
import type { requestPhotoRemoval } from '@pawtrait/contract/moderation/photo-requests.ts'
import { countAttemptWithProof, createProofChallenge } from '#features/sign-in/log-in/proof-of-work.ts'
import { canonicaliseCode, generateRecoveryCode } from '#features/sign-in/recovery-codes/recovery-code.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { parseContentUrl } from './content-url.ts'
import {
  insertPhotoRequest,
  insertPhotoRequestWithoutContent,
  type PhotoRequestRow,
  selectAddressedContent,
  selectPhotoRequestState,
} from './photo-request-queries.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const MAX_REQUESTS_PER_DAY = 10
const MAX_STATUS_QUERIES_PER_HOUR = 60

// No proof of work in `lan` mode, because browsers lack Web Crypto over plain HTTP.
const requiresProofOfWork = ({ config }: Context) => config.mode !== 'lan'

export const createPhotoRequestChallenge = async (ctx: Context) => ({
  challenge: requiresProofOfWork(ctx) ? await createProofChallenge(ctx, 'photo-request') : null,
})

const computeReferenceMac = ({ secrets }: Context, reference: string) =>
  secrets.mac('reference of a photo request', canonicaliseCode(reference))

/**
 * Accepts a photo removal request; no account is needed. The response never reveals whether the address exists. If
 * there is content at the address, even private content, also files a report. Otherwise only stores the request.
 * @throws Problem 'validation-failed' for an address of another site, 'too-many-attempts' above 10 a day per IP
 * network, 'proof-required' if the request has no valid proof of work
 */
export async function createPhotoRequest(
  ctx: Context,
  { proof, ...request }: EndpointInput<typeof requestPhotoRemoval>['body'],
) {
  const address = parseContentUrl(ctx.config, request.address)
  const buckets = networkBuckets(ctx, 'photo-requests', [[MAX_REQUESTS_PER_DAY, DAY_SECONDS]])
  await countAttemptWithProof(ctx, {
    purpose: 'photo-request',
    buckets,
    proof,
    level: () => Number(requiresProofOfWork(ctx)),
  })
  const reference = generateRecoveryCode()
  await ctx.transaction(async ({ db, job }) => {
    const content = await selectAddressedContent(db, address)
    const contentKey = content ? `${content.type} ${content.id}` : `${address.kind} at ${address.name}`
    const row: PhotoRequestRow = {
      id: newId(ctx.now),
      report: newId(ctx.now),
      email: request.email,
      askedMac: ctx.secrets.mac('photo request', `${request.email.toLowerCase()} ${contentKey}`),
      referenceMac: computeReferenceMac(ctx, reference),
      whom: request.whom,
      words: request.words,
      now: ctx.now.toISOString(),
    }
    const storedRequest = await (content
      ? insertPhotoRequest(db, row, content)
      : insertPhotoRequestWithoutContent(db, row))
    if (storedRequest) await job('mail-requester', { request: storedRequest.id, what: 'received' })
  })
  return { reference, mailed: ctx.mail.on }
}

/**
 * Returns the state of a photo removal request.
 * @throws Problem 'not-found' if the reference is unknown or the request deleted
 */
export async function readPhotoRequestState(ctx: Context, reference: string) {
  await countAttempt(
    ctx.db,
    ctx.now,
    networkBuckets(ctx, 'photo-request-states', [[MAX_STATUS_QUERIES_PER_HOUR, HOUR_SECONDS]]),
  )
  const photoRequest = await selectPhotoRequestState(ctx.db, computeReferenceMac(ctx, reference))
  if (!photoRequest) throw new Problem('not-found', 'We don’t know this number. Check it and try again.')
  return photoRequest
}
