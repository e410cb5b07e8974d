import { tracingChannel } from 'node:diagnostics_channel'

/** Description of traced work. It contains texts of SQL statements, but never their values. */
export type TracedWork = {
  /** Place of the work: `inside` this process or a child, in the `database`, or `outside` in another service. */
  where: 'inside' | 'database' | 'outside'
  name: string
  attributes?: Record<string, string>
  requestId?: string | undefined
}

export const traceChannel = tracingChannel<unknown, TracedWork>('pawtrait:work')

/** Publishes start and end of work to tracers. Without tracers it costs only a check. */
export const withTrace = <T>(work: () => Promise<T>, about: () => TracedWork): Promise<T> =>
  traceChannel.hasSubscribers ? traceChannel.tracePromise(work, about()) : work()
