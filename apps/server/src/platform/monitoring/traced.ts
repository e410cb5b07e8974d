import { tracingChannel } from 'node:diagnostics_channel'

/** Description of traced work: texts of statements, never their values. */
export type TracedWork = {
  /** Where the work is done. `inside`: this process or a child. */
  where: 'inside' | 'database' | 'outside'
  name: string
  attributes?: Record<string, string>
  requestId?: string | undefined
}

export const tracedWork = tracingChannel<unknown, TracedWork>('pawtrait:work')

/** Publishes start and end of work to tracers; without tracers it costs only a check. */
export const traced = <T>(work: () => Promise<T>, about: () => TracedWork): Promise<T> =>
  tracedWork.hasSubscribers ? tracedWork.tracePromise(work, about()) : work()
