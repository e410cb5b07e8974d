import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { type RateLimitBucket, subtractAttempt, tryCountAttempt } from '#platform/security/throttle.ts'
import { createRequestOutcomeEmail, createRequestReceivedEmail } from './emails.ts'
import { selectPhotoRequest, updateRequestsAnsweredAt } from './photo-request-queries.ts'

/** Payload of the job `mail-requester`. `late`: the mail was postponed by a day and ignores the daily limit. */
export type RequesterMail = { request: string; what: 'received' | 'outcome'; late?: true }

const DAY_SECONDS = 86_400
// Maximum mails per address and day. Only one confirmation, because the requester can enter another person's address.
const maxPerDay: Record<RequesterMail['what'], number> = { received: 1, outcome: 5 }

/**
 * Sets the answer time of a decision's photo removal requests and mails the requesters. `null` reopens the requests.
 */
export async function answerPhotoRequests({ db, job }: Tx, decision: DecisionId, at: Date | null): Promise<void> {
  for (const { id } of await updateRequestsAnsweredAt(db, decision, at))
    await job('mail-requester', { request: id, what: 'outcome' })
}

/** Job that mails a requester. Above the daily limit, it postpones an outcome by a day and drops a confirmation. */
export async function mailRequester(ctx: Context, { request, what, late }: RequesterMail): Promise<void> {
  const photoRequest = ctx.mail.on ? await selectPhotoRequest(ctx.db, request) : undefined
  if (!photoRequest) return
  const addressMac = ctx.secrets.mac('photo request', photoRequest.email.toLowerCase())
  const buckets: RateLimitBucket[] = [
    { key: `photo-request-${what}:${addressMac}`, most: maxPerDay[what], seconds: DAY_SECONDS },
  ]
  if (!(await tryCountAttempt(ctx, buckets)) && !late)
    return what === 'received' ? undefined : sendTomorrow(ctx, { request, what, late: true })
  const { config } = ctx
  const message =
    what === 'received'
      ? createRequestReceivedEmail(config, photoRequest.email)
      : createRequestOutcomeEmail(config, photoRequest)
  await ctx.mail.send(message).catch(async (error: unknown) => {
    await subtractAttempt(ctx.db, buckets) // a mail that was not sent does not count towards the limit
    throw error
  })
}

const sendTomorrow = (ctx: Context, mail: RequesterMail) =>
  ctx.transaction(({ job }) => job('mail-requester', mail, { startAfterSeconds: DAY_SECONDS }))
