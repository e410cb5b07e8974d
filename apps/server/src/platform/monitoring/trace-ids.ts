import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace'

/** The trace of a request: its id, which the log and every error of it name, without the dashes. */
const traceIdOf = (requestId: string) => requestId.replaceAll('-', '')

export type TraceIds = ReturnType<typeof traceIds>

/** Trace ids that are request ids. What has none, such as a job by the clock, gets one by chance. */
export function traceIds() {
  const random = new RandomIdGenerator()
  let next: string | undefined
  const generator: IdGenerator = {
    generateTraceId: () => next ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  }
  return {
    generator,
    /** Starts, at once, a span that belongs to the request's trace unless it has a parent. */
    of: <T>(requestId: string | undefined, start: () => T): T => {
      next = requestId && traceIdOf(requestId)
      try {
        return start()
      } finally {
        next = undefined
      }
    },
  }
}
