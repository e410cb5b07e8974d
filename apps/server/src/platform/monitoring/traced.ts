import { tracingChannel } from 'node:diagnostics_channel'

/** Description of traced work: texts of statements, never their values. */
export type TracedWork = {
  /** Where the work is done. `inside`: this process or a child. `outside`: another service. */
  where: 'inside' | 'database' | 'outside'
  name: string
  attributes?: Record<string, string>
  requestId?: string | undefined
}

export const traceChannel = tracingChannel<unknown, TracedWork>('pawtrait:work')

/** Publishes start and end of work to tracers; without tracers it costs only a check. */
export const withTrace = <T>(work: () => Promise<T>, about: () => TracedWork): Promise<T> =>
  traceChannel.hasSubscribers ? traceChannel.tracePromise(work, about()) : work()
