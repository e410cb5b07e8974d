import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, startMerchant } from '../testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const number = '254722334455'
const queryResultCode = async (id: unknown) => (await merchant.query(id)).json.ResultCode

/** Ends pending payments, resets the phone and sets its fault switches. Returns the number of callbacks so far. */
async function setToggles(toggles: Record<string, boolean>): Promise<number> {
  await merchant.after(3_600_000)
  await merchant.phone(number, 'reset')
  const { status } = await merchant.phone(number, 'settings', { toggles })
  expect(status).toBe(200)
  return merchant.callbacks.received.length
}

async function pay(): Promise<unknown> {
  const { json } = await merchant.push(number)
  await merchant.phone(number, 'pin', { pin: '1234' })
  await merchant.after(1_500)
  return json.CheckoutRequestID
}

describe('phone simulator switches', () => {
  it('"phone off" ends an M-Pesa STK push with result code 1037', async () => {
    await setToggles({ phoneOff: true })
    const { json } = await merchant.push(number)
    await merchant.after(2_000)
    expect(await queryResultCode(json.CheckoutRequestID)).toBe('1037')
  })

  it('"other session" ends an M-Pesa STK push with result code 1001', async () => {
    await setToggles({ otherSession: true })
    const { json } = await merchant.push(number)
    await merchant.after(2_000)
    expect(await queryResultCode(json.CheckoutRequestID)).toBe('1001')
  })

  it('"lose callback" sends no callback, but a query returns the result', async () => {
    const before = await setToggles({ loseCallback: true })
    expect(await queryResultCode(await pay())).toBe('0')
    await merchant.after(3_600_000)
    expect(merchant.callbacks.received.length - before).toBe(0)
  })

  it('"send twice" sends the callback twice with the same bytes', async () => {
    const before = await setToggles({ sendTwice: true })
    await pay()
    await merchant.after(3_600_000)
    const [first, second, ...more] = merchant.callbacks.received.slice(before).map(({ raw }) => raw.toString())
    expect(first).toContain('"ResultCode":0')
    expect(second).toBe(first)
    expect(more).toEqual([])
  })

  it('"late" sends the callback after thirty seconds', async () => {
    const before = await setToggles({ late: true })
    await pay()
    await merchant.after(29_999)
    expect(merchant.callbacks.received.length - before).toBe(0)
    await merchant.after(1)
    expect(merchant.callbacks.received.length - before).toBe(1)
  })

  it('"lose push answer" drops the connection, but prompts the phone', async () => {
    const before = await setToggles({ losePushAnswer: true })
    await expect(merchant.push(number)).rejects.toThrow('fetch failed')
    expect((await merchant.view(number)).prompt).toMatchObject({ amount: 1500 })
    await merchant.phone(number, 'pin', { pin: '1234' })
    await merchant.after(1_500)
    expect(merchant.callbacks.received.length - before).toBe(1)
  })

  it('"flaky query" fails every other query without changing the result', async () => {
    await setToggles({ flakyQuery: true })
    const id = await pay()
    const answers = [
      await merchant.query(id),
      await merchant.query(id),
      await merchant.query(id),
      await merchant.query(id),
    ]
    expect(answers.map(({ json }) => json.errorCode ?? json.ResultCode)).toEqual([
      '500.001.1001',
      '0',
      '500.001.1001',
      '0',
    ])
  })

  it('return 400 for an unknown switch, a switch value that is not a boolean, or an invalid balance', async () => {
    for (const fields of [
      { toggles: { exploded: true } },
      { toggles: { late: 'yes' } },
      { balance: -1 },
      { balance: 1.5 },
    ])
      expect((await merchant.phone(number, 'settings', fields)).status).toBe(400)
  })
})

describe('simulators.fail', () => {
  const path = '/mpesa/stkpush/v1/processrequest'

  it('makes a simulator return the given status and body for the given number of calls', async () => {
    await merchant.phone(number, 'reset')
    merchant.simulators.fail('daraja', { path, kind: 'answer', status: 503, body: '<html>busy</html>', times: 2 })
    expect(await merchant.push(number)).toMatchObject({ status: 503, body: '<html>busy</html>' })
    expect((await merchant.push(number)).status).toBe(503)
    expect((await merchant.view(number)).busy).toBe(false)
    expect((await merchant.push(number)).status).toBe(200)
  })

  it('makes Daraja drop the connection before it handles an STK push, or afterwards with "lose-answer"', async () => {
    await merchant.after(60_000)
    merchant.simulators.fail('daraja', { path, kind: 'drop' })
    await expect(merchant.push(number)).rejects.toThrow('fetch failed')
    expect((await merchant.view(number)).busy).toBe(false)
    merchant.simulators.fail('daraja', { path, kind: 'lose-answer' })
    await expect(merchant.push(number)).rejects.toThrow('fetch failed')
    expect((await merchant.view(number)).busy).toBe(true)
  })
})
