/** Handles all waiting events in four concurrent batches: `node ledger-worker.ts <connection> <settle|control>`. */
import type { AttemptId } from '@pawtrait/contract/ids.ts'
import { readConfig } from '#app/config/config.ts'
import { handleEvent } from '#features/payments/inbox/handle-event.ts'
import { handleWaitingEvents } from '#features/payments/inbox/handle-waiting-events.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import type { ProviderQuery } from '#features/payments/providers/query-provider.ts'
import { type InboxEvent, selectAttempt } from '#features/payments/queries.ts'
import { systemClock } from '#platform/clock.ts'
import { createContext, type Deps, systemCaller } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { createEventOutbox } from '#platform/jobs/events.ts'
import { createPgBossJobs } from '#platform/jobs/jobs.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { settleNaively } from './ledger-control.ts'
import { isUnderpaid, paidAmountMinor } from './ledger-fixture.ts'

const CLAIMS = 4
// Response time of the simulated provider. It is long, because the worker must be busy until the last kill.
const ANSWER_MS = 15

const [connection = '', code] = process.argv.slice(2)
const log = createJsonLog((line) => line.includes('"level":"error"') && process.stderr.write(line), systemClock.now)
const database = connect(JSON.parse(connection) as Connection, { max: 2 * CLAIMS + 2 })
const jobs = createPgBossJobs(database, log)
const live = await startLiveMessages(database, log)
const events = createEventOutbox(database, systemClock, log)
// The cast to `Deps` is safe, because the ledger uses no other field of it.
const deps = { config: readConfig({}), clock: systemClock, database, jobs, live, events, log } as Deps
await jobs.prepare(paymentJobs(() => createContext(deps, systemCaller)))

/** Simulates the payment provider. It confirms that the order of each reference is paid. */
const queryPayment: ProviderQuery = async ({ checkoutRequestId, reference }) => {
  await systemClock.wait(ANSWER_MS)
  return {
    is: 'paid',
    amountMinor: paidAmountMinor(isUnderpaid(reference)),
    currency: 'KES',
    livemode: true,
    providerTxnId: checkoutRequestId ?? '',
    method: null,
  }
}

async function settle(event: InboxEvent): Promise<string> {
  const ctx = createContext(deps, systemCaller)
  if (!event.raw.includes('"poll"')) return handleEvent(ctx, event, queryPayment)
  // Settles an attempt by querying the provider, as the poller does when no callback arrives.
  const attempt = await selectAttempt(ctx.db, event.attemptId as AttemptId)
  return attempt ? applyVerdict(ctx, attempt, await queryPayment(attempt)) : 'not-ours'
}

const control = (event: InboxEvent) => settleNaively(database, event, () => systemClock.wait(ANSWER_MS))

process.stdout.write('ready\n')
const handle = code === 'control' ? control : settle
// Repeats until no event is found. A run skips the events that a concurrent run has locked, but the concurrent run may
// fail to handle them.
for (let worked = 1; worked > 0; ) {
  const counts = await Promise.all(
    Array.from({ length: CLAIMS }, () => handleWaitingEvents(createContext(deps, systemCaller), handle)),
  )
  worked = counts.reduce((sum, count) => sum + count, 0)
}
process.stdout.write('done\n')
process.exit(0)
