import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { type Bucket, forgiveAttempt, isWithin } from '#platform/security/throttle.ts'
import { outcomeLetter, receivedLetter } from './letters.ts'
import { selectRequest, updateRequestsAnswered } from './photo-request-queries.ts'

/** A letter to who asked by the form, and which. `late`: it has waited for a day, and waits no longer. */
export type RequesterMail = { request: string; what: 'received' | 'outcome'; late?: true }

const A_DAY = 86_400
// The form takes any address: nobody's mailbox is filled by it. Answers follow what moderators do.
const mostADay: Record<RequesterMail['what'], number> = { received: 1, outcome: 5 }

/** Says with a decision, or when one is taken back, that its requests were answered; those who asked are told. */
export async function answerRequesters({ db, job }: Tx, decision: DecisionId, at: Date | null): Promise<void> {
  for (const { id } of await updateRequestsAnswered(db, decision, at))
    await job('mail-requester', { request: id, what: 'outcome' })
}

/** The job that writes to who asked: what stands now. An answer that is one too many for today comes tomorrow. */
export async function mailRequester(ctx: Context, { request, what, late }: RequesterMail): Promise<void> {
  const found = ctx.mail.on ? await selectRequest(ctx.db, request) : undefined
  if (!found) return
  const mailbox = ctx.secrets.mac('photo request', found.email.toLowerCase())
  const buckets: Bucket[] = [{ key: `photo-request-${what}:${mailbox}`, most: mostADay[what], seconds: A_DAY }]
  if (!(await isWithin(ctx, buckets)) && !late)
    return what === 'received' ? undefined : sendTomorrow(ctx, { request, what, late: true })
  const { config } = ctx
  const letter = what === 'received' ? receivedLetter(config, found.email) : outcomeLetter(config, found)
  await ctx.mail.send(letter).catch(async (error: unknown) => {
    await forgiveAttempt(ctx.db, buckets) // nobody got anything
    throw error
  })
}

const sendTomorrow = (ctx: Context, mail: RequesterMail) =>
  ctx.transaction(({ job }) => job('mail-requester', mail, { startAfterSeconds: A_DAY }))
