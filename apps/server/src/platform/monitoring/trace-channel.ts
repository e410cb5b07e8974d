import { tracingChannel } from 'node:diagnostics_channel'

/** Description of traced work. It contains the SQL texts of statements, but never the values. */
export type TracedWork = {
  /** Where the work happens: `inside` this process or its child, in the `database`, or `outside` in another service. */
  where: 'inside' | 'database' | 'outside'
  name: string
  attributes?: Record<string, string>
  requestId?: string | undefined
}

export const traceChannel = tracingChannel<unknown, TracedWork>('pawtrait:work')

/** Publishes the start and the end of work to tracers. Without tracers, the only cost is a check. */
export const withTrace = <T>(work: () => Promise<T>, about: () => TracedWork): Promise<T> =>
  traceChannel.hasSubscribers ? traceChannel.tracePromise(work, about()) : work()
