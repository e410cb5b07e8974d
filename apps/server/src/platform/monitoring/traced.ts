import { tracingChannel } from 'node:diagnostics_channel'

/** A piece of work, for whoever traces it. Nothing in it names anybody: texts of statements, never their values. */
export type TracedWork = {
  /** Who does it. `inside`: this process or a child of it. */
  where: 'inside' | 'database' | 'outside'
  name: string
  attributes?: Record<string, string>
  /** The request on whose behalf it is done, where that was answered before. */
  requestId?: string | undefined
}

/** Work that is under way or has ended, for as long as anybody traces it. */
export const tracedWork = tracingChannel<unknown, TracedWork>('pawtrait:work')

/** Does work, and tells its beginning and its end to whoever traces; costs a look at a flag where nobody does. */
export const traced = <T>(work: () => Promise<T>, about: () => TracedWork): Promise<T> =>
  tracedWork.hasSubscribers ? tracedWork.tracePromise(work, about()) : work()
