import { type FieldError, type ProblemBody, type ProblemCode, problemDefinitions } from '@pawtrait/contract/errors.ts'

type Extra = Pick<
  ProblemBody,
  'triesLeft' | 'challengeId' | 'methods' | 'decisionId' | 'suspendedUntil' | 'challenge' | 'retryAfterSeconds'
>

/** An error response with a text that the caller may see. Any other thrown error is a bug and gives 500. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly extra: Extra

  constructor(code: ProblemCode, detail: string, more: { errors?: FieldError[] } & Extra = {}) {
    super(detail)
    const { errors, ...extra } = more
    this.code = code
    this.errors = errors
    this.extra = extra
  }

  get status(): number {
    return problemDefinitions[this.code].status
  }

  body(requestId: string): ProblemBody {
    const { status, title } = problemDefinitions[this.code]
    const base = { type: 'about:blank', title, status, code: this.code, detail: this.message, requestId }
    return { ...base, ...(this.errors && { errors: this.errors }), ...this.extra }
  }
}

/** Returns a validation error of one field. Programs use `code`, which never changes. People read `message`. */
export const fieldProblem = (field: string, code: string, message: string) =>
  new Problem('validation-failed', message, { errors: [{ field, code, message }] })

/** Optimistic locking: `seen` is the `editedAt` that was read; undefined skips the check. @throws Problem 'conflict' */
export function refuseOutdatedEdit(seen: string | null | undefined, editedAt: string | null, detail: string) {
  if (seen !== undefined && seen !== editedAt) throw new Problem('conflict', detail)
}
