import { jsonResponse, type WireResponse } from '../http/http-routing.ts'
import { toNairobiTime } from '../nairobi-time.ts'
import { digits, generateRandomText, lowercase } from '../random.ts'
import type { Daraja } from './daraja.ts'
import { makeRequestId } from './error-responses.ts'
import { type CallFields, readFieldText } from './fields.ts'
import { describeResult, formatCallbackCode } from './result-codes.ts'

/** Result of a reversal or status query. `parameters` has JSON text by key, and is sent only after success. */
export type OperatorOutcome = {
  resultCode: string
  resultDesc?: string
  transactionId?: string
  parameters?: Record<string, string>
}

/** Accepts a reversal or status query. Runs `work` after a delay and sends its result once, to the ResultURL. */
export function acceptOperatorCall(daraja: Daraja, fields: CallFields, work: () => OperatorOutcome): WireResponse {
  const { clock, delays, deliver } = daraja
  const ids = {
    OriginatorConversationID: makeRequestId(),
    ConversationID: `AG_${toNairobiTime(clock.now()).digits.slice(0, 8)}_${generateRandomText(20, digits + lowercase)}`,
  }
  clock.after(delays.refund, () => {
    const body = resultBody(ids, work())
    void deliver.post(readFieldText(fields, 'ResultURL'), body, { 'content-type': 'application/json;charset=UTF-8' })
  })
  return jsonResponse(200, {
    ...ids,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
}

function resultBody(
  ids: Record<string, string>,
  { resultCode, transactionId, parameters, ...rest }: OperatorOutcome,
): string {
  const head = {
    ResultType: 0,
    ResultCode: formatCallbackCode(resultCode),
    ResultDesc: rest.resultDesc ?? describeResult(resultCode),
    ...ids,
    TransactionID: transactionId ?? '',
  }
  const items = Object.entries(parameters ?? {}).map(([key, value]) => `{"Key":"${key}","Value":${value}}`)
  const tail = parameters ? `,"ResultParameters":{"ResultParameter":[${items.join(',')}]}` : ''
  return `{"Result":${JSON.stringify(head).slice(0, -1)}${tail}}}`
}

/** Returns whether the operator's name and credential are correct. If not, the result code must be 2001. */
export function hasOperatorCredentials({ credentials }: Daraja, fields: CallFields): boolean {
  return (
    readFieldText(fields, 'Initiator') === credentials.initiator &&
    readFieldText(fields, 'SecurityCredential') === credentials.securityCredential
  )
}
