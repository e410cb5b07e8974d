import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'

/** Outcome of a log-in, for log and metrics. `user` is set only once all credentials and mailed codes are verified. */
export type LogInOutcome = { outcome: string; user?: UserId }

const countLogIn = counter(
  'log_ins_total',
  'Log-ins and typed codes by outcome',
  ['step', 'outcome'],
  [['log-in', 'mail-unavailable']],
)

/** Runs a log-in; logs and counts its outcome. The outcome of a refused log-in is the code of its Problem. */
export async function runAndLogOutcome<T>(
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
  event: 'log-in' | 'code' | 'passkey' | 'recovery-code',
  work: () => Promise<T>,
  outcomeOf: (result: T) => LogInOutcome,
): Promise<T> {
  try {
    const result = await work()
    const outcome = outcomeOf(result)
    countLogIn(event, outcome.outcome)
    log.info(event, { ...outcome, requestId })
    return result
  } catch (error) {
    countLogIn(event, error instanceof Problem ? error.code : 'error')
    if (error instanceof Problem) log.info(event, { outcome: error.code, requestId })
    throw error
  }
}
