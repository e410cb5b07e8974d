import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'

/** How a way of signing in ended; `user` only where somebody has proven to be them. */
export type Outcome = { outcome: string; user?: UserId }

const countLogIn = counter(
  'log_ins_total',
  'Log-ins and typed codes, by how they ended',
  ['step', 'outcome'],
  [['log-in', 'mail-unavailable']],
)

/** Signs in by `work` and writes down how it ended, by the code of the refusal if it was refused. */
export async function logOutcome<T>(
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
  event: 'log-in' | 'code' | 'passkey' | 'recovery-code',
  work: () => Promise<T>,
  outcomeOf: (done: T) => Outcome,
): Promise<T> {
  try {
    const done = await work()
    const ended = outcomeOf(done)
    countLogIn(event, ended.outcome)
    log.info(event, { ...ended, requestId })
    return done
  } catch (error) {
    countLogIn(event, error instanceof Problem ? error.code : 'error')
    if (error instanceof Problem) log.info(event, { outcome: error.code, requestId })
    throw error
  }
}
