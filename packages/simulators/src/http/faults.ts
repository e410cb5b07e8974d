import type { WireResponse } from './wire.ts'

/**
 * A fault for the next calls of a path. With `answer`, `drop` and `hang` the call does not reach the provider.
 * `lose-answer` runs the call and then breaks the connection.
 */
export type Fault = { path: string; times?: number } & (
  | { kind: 'answer'; status: number; body: string; contentType?: string }
  | { kind: 'drop' | 'hang' | 'lose-answer' }
)

export type Faults = {
  add(fault: Fault): void
  /** Returns the fault for a call of this path and counts one use. */
  take(path: string): Fault | undefined
}

export function makeFaults(): Faults {
  const waiting: { fault: Fault; remaining: number }[] = []
  return {
    add: (fault) => void waiting.push({ fault, remaining: fault.times ?? 1 }),
    take(path) {
      const at = waiting.findIndex(({ fault }) => fault.path === path)
      const found = waiting[at]
      if (!found) return
      found.remaining -= 1
      if (found.remaining < 1) waiting.splice(at, 1)
      return found.fault
    },
  }
}

/**
 * Returns the response that replaces the provider's. Undefined for `lose-answer`: the provider handles the call, then
 * the connection is dropped.
 */
export function faultResponse(fault: Fault): WireResponse | undefined {
  if (fault.kind === 'lose-answer') return
  if (fault.kind !== 'answer') return fault.kind
  const type = fault.contentType ?? 'application/json;charset=UTF-8'
  return { status: fault.status, headers: { 'content-type': type }, body: fault.body }
}
