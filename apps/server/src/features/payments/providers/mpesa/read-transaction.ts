import * as v from 'valibot'
import { parseJson } from '#features/payments/providers/parse-json.ts'
import { shillingsToMinor } from './read-callback.ts'

const Text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const Parameter = v.object({ Key: v.string(), Value: v.optional(v.nullable(Text)) })

const Result = v.object({
  Result: v.object({
    ResultCode: Text,
    ConversationID: v.optional(v.nullable(v.string())),
    ResultParameters: v.optional(v.nullable(v.object({ ResultParameter: v.optional(v.array(Parameter), []) }))),
  }),
})

export type TransactionFacts = {
  code: string
  amountMinor: bigint | null
  /** `Completed` if the payee received the money and it was not reversed. */
  status: string
  /** Shortcode of the payee, without the payee's name. */
  paidTo: string
  /** Last three digits of the payer's phone number; null if it is masked. */
  phoneEnd: string | null
  at: Date | null
}

/** Parses a time in Nairobi, such as `20191219102115`; returns null for any other text. */
function parseNairobiTime(digits: string): Date | null {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  const at = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}+03:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Parses the result of a transaction status query; undefined if malformed. Finds parameters by name. */
export function readTransactionResult(
  raw: Buffer,
): { resultCode: string; conversationId: string | null; facts: TransactionFacts } | undefined {
  const parsed = v.safeParse(Result, parseJson(raw))
  if (!parsed.success) return undefined
  const { ResultCode, ConversationID, ResultParameters } = parsed.output.Result
  const value = (key: string) => ResultParameters?.ResultParameter.find(({ Key }) => Key === key)?.Value ?? ''
  return {
    resultCode: ResultCode,
    conversationId: ConversationID ?? null,
    facts: {
      code: value('ReceiptNo').toUpperCase(),
      amountMinor: shillingsToMinor(value('Amount')),
      status: value('TransactionStatus'),
      paidTo: /^\d+/.exec(value('CreditPartyName'))?.[0] ?? '',
      phoneEnd: /^\+?[\d*xX]*(\d{3})(?!\d)/.exec(value('DebitPartyName'))?.[1] ?? null,
      at: parseNairobiTime(value('FinalisedTime')),
    },
  }
}
