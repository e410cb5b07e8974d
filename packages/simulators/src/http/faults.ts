import type { WireResponse } from './http-routing.ts'

/**
 * A simulated fault for the next `times` requests of a path. `answer` sends another response, `drop` closes the
 * connection, and `hang` sends nothing. In these three cases, the server does not handle the request. With
 * `lose-answer`, it handles the request and then closes the connection.
 */
export type Fault = { path: string; times?: number } & (
  | { kind: 'answer'; status: number; body: string; contentType?: string }
  | { kind: 'drop' | 'hang' | 'lose-answer' }
)

export type Faults = {
  add(fault: Fault): void
  /** Returns the fault for a request of this path, and decrements its `times`. */
  take(path: string): Fault | undefined
}

export function createInjectedFaults(): Faults {
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
 * Returns the response of the fault. Returns undefined for `lose-answer`, with which the server handles the request and
 * then closes the connection.
 */
export function faultResponse(fault: Fault): WireResponse | undefined {
  if (fault.kind === 'lose-answer') return
  if (fault.kind !== 'answer') return fault.kind
  const type = fault.contentType ?? 'application/json;charset=UTF-8'
  return { status: fault.status, headers: { 'content-type': type }, body: fault.body }
}
