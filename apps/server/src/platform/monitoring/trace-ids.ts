import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace'

const traceIdOf = (requestId: string) => requestId.replaceAll('-', '')

export type TraceIds = ReturnType<typeof createTraceIds>

/** Generates trace ids from request ids. Work without a request, such as a scheduled job, gets a random trace id. */
export function createTraceIds() {
  const random = new RandomIdGenerator()
  let next: string | undefined
  const generator: IdGenerator = {
    generateTraceId: () => next ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  }
  return {
    generator,
    /** Calls `start`, which must create a span synchronously. Without a parent, the span joins the request's trace. */
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
