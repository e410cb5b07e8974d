import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import fixtures from '../fixtures/daraja.json' with { type: 'json' }
import { describeShape } from '../testing/describe-shape.ts'
import { type Merchant, startMerchant } from '../testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

// Each test uses another phone number. The simulator has no scripted result for these numbers.
let number = ''
let testCount = 0
beforeEach(() => {
  testCount += 1
  number = `2547200${String(testCount).padStart(2, '0')}${testCount % 2 ? '557' : '558'}`
})

const callbacks = () => merchant.callbacks.received.filter(({ raw }) => raw.includes(number.slice(3)))
const lastCallback = () => JSON.parse(callbacks().at(-1)?.raw.toString() ?? '{}')
const startPush = async () => (await merchant.push(number)).json.CheckoutRequestID
const queryResultCode = async (id: unknown) => (await merchant.query(id)).json.ResultCode

async function pay(): Promise<unknown> {
  const id = await startPush()
  await merchant.phone(number, 'pin', { pin: '1234' })
  await merchant.after(1_500)
  return id
}

describe('simulated M-Pesa payment', () => {
  it('prompts the phone, succeeds with the right PIN, and sends one callback', async () => {
    const id = await startPush()
    expect((await merchant.view(number)).prompt).toMatchObject({
      merchant: 'PAWTRAIT',
      account: 'PW7K3M2Q',
      amount: 1500,
    })
    await merchant.phone(number, 'pin', { pin: '1234' })
    expect(await queryResultCode(id)).toBe('4999')
    await merchant.after(1_000)
    const { json } = await merchant.query(id)
    expect(describeShape(json)).toEqual(describeShape(fixtures.query))
    expect(json).toMatchObject({ ResultCode: '0', CheckoutRequestID: id })
    expect(callbacks()).toHaveLength(0)
    await merchant.after(500)
    expect(lastCallback().Body.stkCallback).toMatchObject({ ResultCode: 0, CheckoutRequestID: id })
    expect(callbacks()[0]?.headers).toMatchObject({
      businessshortcode: '174379',
      'content-type': 'application/json;charset=UTF-8',
    })
    await merchant.after(4 * 3_600_000)
    expect(callbacks()).toHaveLength(1)
  })

  it('sends an SMS with a receipt code and the local time in Nairobi', async () => {
    const dayMerchant = await startMerchant()
    await dayMerchant.push(number)
    await dayMerchant.phone(number, 'pin', { pin: '1234' })
    await dayMerchant.after(1_500)
    const { lastSms, balance } = await dayMerchant.view(number)
    await dayMerchant.close()
    expect(balance).toBe(3500)
    const beginning = 'Confirmed. KSH1500.00 sent to PAWTRAIT for account PW7K3M2Q on 2/10/26 at'
    const { text } = lastSms as { text: string }
    expect(text.replace(/^UJ2[0-9A-Z]{7} /, '')).toBe(`${beginning} 6:11 PM New M-PESA balance is KSH3500.00.`)
  })

  it('sends a callback with a decimal amount and an empty Balance when the last phone digit is even', async () => {
    number = `${number.slice(0, -1)}8`
    await pay()
    expect(callbacks()[0]?.raw.toString()).toContain('{"Name":"Amount","Value":1500.00}')
    expect(describeShape(lastCallback())).toEqual(describeShape(fixtures.callbackPaid))
  })

  it('sends a callback with reordered items and without Balance when the last phone digit is odd', async () => {
    number = `${number.slice(0, -1)}7`
    await pay()
    const items = lastCallback().Body.stkCallback.CallbackMetadata.Item
    expect(items.map(({ Name }: { Name: string }) => Name)).toEqual([
      'MpesaReceiptNumber',
      'TransactionDate',
      'Amount',
      'PhoneNumber',
    ])
    expect(items).toContainEqual({ Name: 'PhoneNumber', Value: Number(number) })
  })

  it('sends its callback only once, even if the merchant responds with status 500', async () => {
    merchant.callbacks.answerWith(500)
    await startPush()
    await merchant.phone(number, 'cancel')
    await merchant.after(4 * 3_600_000)
    merchant.callbacks.answerWith(200)
    expect(callbacks()).toHaveLength(1)
  })

  it('ends with result code 1032 when cancelled: a number in the callback, text in the query response', async () => {
    const id = await startPush()
    await merchant.phone(number, 'cancel')
    await merchant.after(1_500)
    expect(describeShape(lastCallback())).toEqual(describeShape(fixtures.callbackFailed))
    expect(lastCallback().Body.stkCallback.ResultCode).toBe(1032)
    expect(await queryResultCode(id)).toBe('1032')
    expect(await merchant.view(number)).toMatchObject({
      balance: 5000,
      busy: false,
      lastResult: { resultCode: '1032' },
    })
  })

  it('ends with result code 1037 when the payer does not answer within 60 seconds', async () => {
    const id = await startPush()
    await merchant.after(59_999)
    expect((await merchant.view(number)).prompt).not.toBeNull()
    await merchant.after(1)
    expect(await queryResultCode(id)).toBe('1037')
    expect((await merchant.phone(number, 'pin', { pin: '1234' })).status).toBe(409)
  })

  it('ends with result code 2001 for the first two wrong PINs, and 8006 for later PINs until a reset', async () => {
    const resultCodes: unknown[] = []
    for (const pin of ['0000', '1111', '2222', '1234']) {
      const id = await startPush()
      await merchant.phone(number, 'pin', { pin })
      await merchant.after(1_500)
      resultCodes.push(await queryResultCode(id))
    }
    expect(resultCodes).toEqual(['2001', '2001', '8006', '8006'])
    await merchant.phone(number, 'reset')
    const id = await startPush()
    await merchant.phone(number, 'pin', { pin: '1234' })
    await merchant.after(1_500)
    expect(await queryResultCode(id)).toBe('0')
  })

  it('ends with result code 1 when the balance is below the amount', async () => {
    const resultCodes: unknown[] = []
    for (let time = 0; time < 4; time += 1) {
      const id = await startPush()
      await merchant.phone(number, 'pin', { pin: '1234' })
      await merchant.after(1_500)
      resultCodes.push(await queryResultCode(id))
    }
    expect(resultCodes).toEqual(['0', '0', '0', '1'])
    expect((await merchant.view(number)).balance).toBe(500)
  })
})

describe('M-Pesa query API', () => {
  it('returns three different responses in turn for a pending payment', async () => {
    const id = await startPush()
    const answers = [
      await merchant.query(id),
      await merchant.query(id),
      await merchant.query(id),
      await merchant.query(id),
    ]
    expect(answers.map(({ status, json }) => [status, json.ResultCode ?? json.errorCode, json.errorMessage])).toEqual([
      [200, '4999', undefined],
      [500, '500.001.1001', 'The transaction is being processed'],
      [200, '500.001.1001', ''],
      [200, '4999', undefined],
    ])
  })

  it('returns the error code 500.001.1001 for an unknown payment id', async () => {
    expect(await merchant.query('ws_CO_02102026181100000000000')).toMatchObject({
      status: 500,
      json: { errorCode: '500.001.1001', errorMessage: 'The transaction does not Exist' },
    })
  })
})

describe('scripted phone number', () => {
  it.each([
    ['254700000000', '0'],
    ['254711110001', '1'],
    ['254700000017', '17'],
    ['254700001001', '1001'],
    ['254700001032', '1032'],
    ['254700001037', '1037'],
    ['254700002001', '2001'],
  ])('%s ends the payment with result code %s after two seconds, without a prompt', async (scripted, code) => {
    number = scripted
    const id = await startPush()
    expect(await merchant.view(number)).toMatchObject({ prompt: null, scripted: code })
    await merchant.after(1_999)
    expect((await merchant.view(number)).busy).toBe(true)
    await merchant.after(1)
    expect(await queryResultCode(id)).toBe(code)
  })

  it('ends the payment with result code 1037 after 60 s if it is 254708374149, which never answers', async () => {
    number = '254708374149'
    const id = await startPush()
    await merchant.after(59_999)
    expect((await merchant.view(number)).busy).toBe(true)
    await merchant.after(1)
    expect(await queryResultCode(id)).toBe('1037')
  })

  it('pays five times in a row if it is 254700000000, because its balance is always sufficient', async () => {
    number = '254700000000'
    for (let time = 0; time < 5; time += 1) {
      const id = await startPush()
      await merchant.after(2_500)
      expect(await queryResultCode(id)).toBe('0')
    }
  })
})

it.each(['0', '2', '3', '4', '8', '17', '26', '1019', '1025', '9999', '2028', '8006', 'SFC_IC0003', '777'])(
  'a phone with "next-result" %s ends only the next M-Pesa STK push with that result code',
  async (resultCode) => {
    await merchant.phone(number, 'next-result', { resultCode })
    const id = await startPush()
    await merchant.after(2_500)
    expect(await queryResultCode(id)).toBe(resultCode)
    const callback = merchant.callbacks.received.at(-1)?.raw.toString() ?? ''
    expect(JSON.parse(callback).Body.stkCallback.ResultCode).toBe(
      /^\d+$/.test(resultCode) ? Number(resultCode) : resultCode,
    )
    await merchant.push(number)
    expect((await merchant.view(number)).prompt).not.toBeNull()
  },
)
