import { tracingChannel } from 'node:diagnostics_channel'

/** Description of traced work. Contains no personal data: texts of statements, never their values. */
export type TracedWork = {
  /** Who does the work. `inside`: this process or a child of it. */
  where: 'inside' | 'database' | 'outside'
  name: string
  attributes?: Record<string, string>
  /** The earlier request on whose behalf the work is done. */
  requestId?: string | undefined
}

export const tracedWork = tracingChannel<unknown, TracedWork>('pawtrait:work')

/** Runs work and publishes its start and end to tracers. Without tracers it only costs a check. */
export const traced = <T>(work: () => Promise<T>, about: () => TracedWork): Promise<T> =>
  tracedWork.hasSubscribers ? tracedWork.tracePromise(work, about()) : work()
