import * as v from 'valibot'
import { parseJson } from '#features/payments/providers/parse-json.ts'

const Result = v.object({
  Result: v.object({ ResultCode: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) }),
})

/** Parses the result of an M-Pesa reversal; undefined if malformed. "Already reversed" (R000001) is a success. */
export function readReversalResult(raw: Buffer): { done: boolean; code: string } | undefined {
  const parsed = v.safeParse(Result, parseJson(raw))
  if (!parsed.success) return undefined
  const { ResultCode: code } = parsed.output.Result
  return { done: code === '0' || code === 'R000001', code }
}
