import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCredentials } from '../credentials.ts'
import fixtures from '../fixtures/daraja.json' with { type: 'json' }
import { describeShape } from '../testing/describe-shape.ts'
import { type Merchant, startMerchant } from '../testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const { initiator, securityCredential, shortcode } = testCredentials.daraja
const number = '254733445566'

const createOperatorFields = () => ({
  Initiator: initiator,
  SecurityCredential: securityCredential,
  ResultURL: `${merchant.callbacks.url}/result/0123abcd`,
  QueueTimeOutURL: `${merchant.callbacks.url}/timeout/0123abcd`,
  Remarks: 'Refund within 14 days',
})
const reverse = (TransactionID: string, fields: Record<string, unknown> = {}) =>
  merchant.call('/mpesa/reversal/v1/request', {
    ...createOperatorFields(),
    CommandID: 'TransactionReversal',
    TransactionID,
    Amount: '1500',
    ReceiverParty: shortcode,
    RecieverIdentifierType: '11',
    ...fields,
  })
const lastResult = () => JSON.parse(merchant.callbacks.received.at(-1)?.raw.toString() ?? '{}')

async function payAndReadReceipt(): Promise<string> {
  await merchant.phone(number, 'reset')
  await merchant.push(number)
  await merchant.phone(number, 'pin', { pin: '1234' })
  await merchant.after(1_500)
  return ((await merchant.view(number)).lastSms as { text: string }).text.slice(0, 10)
}

describe('M-Pesa reversal', () => {
  it('is accepted immediately, then returns the money and sends a result with all recorded fields', async () => {
    const receipt = await payAndReadReceipt()
    const { status, json } = await reverse(receipt)
    expect(status).toBe(200)
    expect(describeShape(json)).toEqual(describeShape(fixtures.reversalAccepted))
    expect((await merchant.view(number)).balance).toBe(3500)
    await merchant.after(1_500)
    expect(describeShape(lastResult())).toEqual(describeShape(fixtures.reversalDone))
    expect(lastResult().Result).toMatchObject({ ResultCode: 0, ConversationID: json.ConversationID })
    expect((await merchant.view(number)).balance).toBe(5000)
  })

  it('ends with result code R000001 for an already reversed payment, and R000002 for an unknown payment', async () => {
    const receipt = await payAndReadReceipt()
    await reverse(receipt)
    await merchant.after(1_500)
    for (const [id, code] of [
      [receipt, 'R000001'],
      ['UJ20000000', 'R000002'],
    ] as const) {
      await reverse(id)
      await merchant.after(1_500)
      expect(lastResult().Result).toMatchObject({ ResultCode: code })
      expect(lastResult().Result.ResultParameters).toBeUndefined()
    }
    expect((await merchant.view(number)).balance).toBe(5000)
  })

  it('ends with result code 2001 for wrong credentials, or with the code set by endNextOperatorCall', async () => {
    const receipt = await payAndReadReceipt()
    await reverse(receipt, { SecurityCredential: 'wrong' })
    await merchant.after(1_500)
    expect(lastResult().Result.ResultCode).toBe(2001)
    merchant.simulators.endNextOperatorCall('21')
    await reverse(receipt)
    await merchant.after(1_500)
    expect(lastResult().Result.ResultCode).toBe(21)
    expect((await merchant.view(number)).balance).toBe(3500)
  })

  it.each([
    'CommandID',
    'TransactionID',
    'Amount',
    'RecieverIdentifierType',
    'ResultURL',
    'QueueTimeOutURL',
    'Remarks',
  ])('is refused without %s', async (field) => {
    expect(await reverse('UJ20000000', { [field]: undefined })).toMatchObject({
      status: 400,
      json: { errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` },
    })
  })
})

it('the M-Pesa transaction status query finds a payment by its receipt code', async () => {
  const receipt = await payAndReadReceipt()
  const queryStatus = (TransactionID: string) =>
    merchant.call('/mpesa/transactionstatus/v1/query', {
      ...createOperatorFields(),
      CommandID: 'TransactionStatusQuery',
      TransactionID,
      PartyA: shortcode,
      IdentifierType: '4',
      Occasion: '',
    })
  expect((await queryStatus(receipt)).json).toMatchObject({ ResponseCode: '0' })
  await merchant.after(1_500)
  const { ResultParameters } = lastResult().Result
  expect(ResultParameters.ResultParameter).toContainEqual({ Key: 'Amount', Value: 1500 })
  expect(ResultParameters.ResultParameter).toContainEqual({ Key: 'TransactionStatus', Value: 'Completed' })
  await queryStatus('UJ20000000')
  await merchant.after(1_500)
  expect(lastResult().Result.ResultCode).toBe('R000002')
})
