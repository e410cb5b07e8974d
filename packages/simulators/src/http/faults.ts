import type { WireAnswer } from './wire.ts'

/**
 * Something that goes wrong with the next calls of one path: `answer` says what is given instead, `drop` and `hang`
 * never reach the provider, `lose-answer` is carried out and then the line breaks.
 */
export type Fault = { path: string; times?: number } & (
  | { kind: 'answer'; status: number; body: string; contentType?: string }
  | { kind: 'drop' | 'hang' | 'lose-answer' }
)

export type Faults = {
  add(fault: Fault): void
  /** The fault to apply to a call of this path now, counted as used. */
  take(path: string): Fault | undefined
}

export function makeFaults(): Faults {
  const waiting: { fault: Fault; left: number }[] = []
  return {
    add: (fault) => void waiting.push({ fault, left: fault.times ?? 1 }),
    take(path) {
      const at = waiting.findIndex(({ fault }) => fault.path === path)
      const found = waiting[at]
      if (!found) return
      found.left -= 1
      if (found.left < 1) waiting.splice(at, 1)
      return found.fault
    },
  }
}

/** What a fault puts in place of the provider's answer; undefined when the provider works first. */
export function answerOf(fault: Fault): WireAnswer | undefined {
  if (fault.kind === 'lose-answer') return
  if (fault.kind !== 'answer') return fault.kind
  const type = fault.contentType ?? 'application/json;charset=UTF-8'
  return { status: fault.status, headers: { 'content-type': type }, body: fault.body }
}
