import { type FieldError, type ProblemBody, type ProblemCode, problems } from '@pawtrait/contract/errors.ts'

type Extra = Pick<
  ProblemBody,
  'triesLeft' | 'challengeId' | 'methods' | 'decisionId' | 'suspendedUntil' | 'challenge' | 'retryAfterSeconds'
>

/** An error response with everything that the caller may know. Any other thrown error is a bug and returns 500. */
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
    return problems[this.code].status
  }

  body(requestId: string): ProblemBody {
    const { status, title } = problems[this.code]
    const base = { type: 'about:blank', title, status, code: this.code, detail: this.message, requestId }
    return { ...base, ...(this.errors && { errors: this.errors }), ...this.extra }
  }
}

/** A validation error of one field. `code` is stable, `message` is for people. */
export const fieldProblem = (field: string, code: string, message: string) =>
  new Problem('validation-failed', message, { errors: [{ field, code, message }] })
