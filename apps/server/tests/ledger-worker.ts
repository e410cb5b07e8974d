/** Drains the inbox with four concurrent claims: `node ledger-worker.ts <connection> <settle|control>`. */
import type { AttemptId } from '@pawtrait/contract/ids.ts'
import { readConfig } from '#app/config/config.ts'
import { handleEvent } from '#features/payments/inbox/handle-event.ts'
import { workEvents } from '#features/payments/inbox/work-events.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import type { QueryAttempt } from '#features/payments/providers/query-provider.ts'
import { type InboxEvent, selectAttempt } from '#features/payments/queries.ts'
import { systemClock } from '#platform/clock.ts'
import { contextOf, type Deps, system } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { tableEvents } from '#platform/jobs/events.ts'
import { pgBossJobs } from '#platform/jobs/jobs.ts'
import { startLive } from '#platform/live/live.ts'
import { lineLog } from '#platform/monitoring/log.ts'
import { controlSettle } from './ledger-control.ts'
import { isUnderpaid, paidMinor } from './ledger-world.ts'

const CLAIMS = 4
const ANSWER_MS = 15 // delay of the provider; without it the work would end before the last kill

const [connection = '', code] = process.argv.slice(2)
const log = lineLog((line) => line.includes('"level":"error"') && process.stderr.write(line), systemClock.now)
const database = connect(JSON.parse(connection) as Connection, { max: 2 * CLAIMS + 2 })
const jobs = pgBossJobs(database, log)
const live = await startLive(database, log)
const events = tableEvents(database, systemClock, log)
// The ledger has no other dependency.
const deps = { config: readConfig({}), clock: systemClock, database, jobs, live, events, log } as Deps
await jobs.prepare(paymentJobs(() => contextOf(deps, system)))

/** The simulated provider: confirms the amount of each reference. */
const ask: QueryAttempt = async ({ checkoutRequestId, reference }) => {
  await systemClock.wait(ANSWER_MS)
  return {
    is: 'paid',
    amountMinor: paidMinor(isUnderpaid(reference)),
    currency: 'KES',
    livemode: true,
    providerTxnId: checkoutRequestId ?? '',
    method: null,
  }
}

async function settle(event: InboxEvent): Promise<string> {
  const ctx = contextOf(deps, system)
  if (!event.raw.includes('"poll"')) return handleEvent(ctx, event, ask)
  // The poller's path: no callback arrived.
  const attempt = await selectAttempt(ctx.db, event.attemptId as AttemptId)
  return attempt ? applyVerdict(ctx, attempt, await ask(attempt)) : 'not-ours'
}

const control = (event: InboxEvent) => controlSettle(database, event, () => systemClock.wait(ANSWER_MS))

process.stdout.write('ready\n')
const handle = code === 'control' ? control : settle
// Repeats until a run finds no event: a concurrent claim may have skipped an event that failed.
for (let worked = 1; worked > 0; ) {
  const counts = await Promise.all(Array.from({ length: CLAIMS }, () => workEvents(contextOf(deps, system), handle)))
  worked = counts.reduce((sum, count) => sum + count, 0)
}
process.stdout.write('done\n')
process.exit(0)
