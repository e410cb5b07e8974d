import { json, type WireAnswer } from '../http/wire.ts'
import { nairobi } from '../nairobi.ts'
import { digits, lowercase, randomText } from '../random.ts'
import type { Daraja } from './daraja.ts'
import { type Fields, text } from './fields.ts'
import { requestId } from './refusals.ts'
import { codeOfCallback, resultDesc } from './result-codes.ts'

/** Result of an operator call. `parameters` are literal JSON values by key, sent on success only. */
export type Outcome = {
  resultCode: string
  resultDesc?: string
  transactionId?: string
  parameters?: Record<string, string>
}

/** Accepts a call, runs `work` later, and then sends the outcome to ResultURL, once. */
export function acceptForLater(daraja: Daraja, fields: Fields, work: () => Outcome): WireAnswer {
  const { clock, delays, deliver } = daraja
  const ids = {
    OriginatorConversationID: requestId(),
    ConversationID: `AG_${nairobi(clock.now()).digits.slice(0, 8)}_${randomText(20, digits + lowercase)}`,
  }
  clock.after(delays.refund, () => {
    const body = resultBody(ids, work())
    void deliver.post(text(fields, 'ResultURL'), body, { 'content-type': 'application/json;charset=UTF-8' })
  })
  return json(200, { ...ids, ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' })
}

function resultBody(ids: Record<string, string>, { resultCode, transactionId, parameters, ...rest }: Outcome): string {
  const head = {
    ResultType: 0,
    ResultCode: codeOfCallback(resultCode),
    ResultDesc: rest.resultDesc ?? resultDesc(resultCode),
    ...ids,
    TransactionID: transactionId ?? '',
  }
  const listed = Object.entries(parameters ?? {}).map(([key, value]) => `{"Key":"${key}","Value":${value}}`)
  const tail = parameters ? `,"ResultParameters":{"ResultParameter":[${listed.join(',')}]}` : ''
  return `{"Result":${JSON.stringify(head).slice(0, -1)}${tail}}}`
}

/** Whether the operator's credentials are right; otherwise the call ends with 2001 (bad initiator). */
export function isOperator({ credentials }: Daraja, fields: Fields): boolean {
  return (
    text(fields, 'Initiator') === credentials.initiator &&
    text(fields, 'SecurityCredential') === credentials.securityCredential
  )
}
