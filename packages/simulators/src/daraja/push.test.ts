import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fixtures from '../fixtures/daraja.json' with { type: 'json' }
import { describeShape } from '../testing/describe-shape.ts'
import { type Merchant, makeCredentialFields, readResponse, startMerchant } from '../testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const oauth = (path: string, authorization?: string, method = 'GET') =>
  fetch(merchant.simulators.darajaUrl + path, { method, headers: authorization ? { authorization } : {} }).then(
    readResponse,
  )
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const validCredentials = basic('simulated-consumer-key:simulated-consumer-secret')

describe('OAuth token', () => {
  it("has the fields of Daraja's recorded response, with expires_in alternately as number and text", async () => {
    const path = '/oauth/v1/generate?grant_type=client_credentials'
    const answers = [await oauth(path, validCredentials), await oauth(path, validCredentials)]
    expect(describeShape(answers[0]?.json)).toEqual(describeShape(fixtures.token))
    expect(answers.map(({ json }) => json.expires_in)).toEqual([3599, '3599'])
  })

  it('is not issued when Basic credentials are missing or wrong, or the grant type is unknown', async () => {
    const path = '/oauth/v1/generate?grant_type=client_credentials'
    expect((await oauth(path)).json).toMatchObject({ errorCode: '400.008.01' })
    expect((await oauth('/oauth/v1/generate?grant_type=password', validCredentials)).json).toMatchObject({
      errorCode: '400.008.02',
    })
    expect(await oauth(path, basic('wrong:key'))).toMatchObject({ status: 400, body: '' })
  })

  it('expires after 3599 seconds, or when a new token is issued', async () => {
    const first = await merchant.token()
    const second = await merchant.token()
    const query = (token: string) =>
      merchant.call('/mpesa/stkpushquery/v1/query', makeCredentialFields(merchant.clock.now()), token)
    expect(await query(first)).toMatchObject({ status: 404, json: { errorCode: '404.001.03' } })
    expect((await query(second)).json).toMatchObject({ errorMessage: 'The transaction does not Exist' })
    await merchant.after(3_600_000)
    expect(await query(second)).toMatchObject({ status: 401, json: { errorCode: '401.003.01' } })
    expect(await query('')).toMatchObject({ status: 401, json: { errorCode: '401.002.01' } })
  })
})

describe('M-Pesa STK push', () => {
  it("returns the same fields as Daraja's recorded response, before any money moves", async () => {
    const { status, json } = await merchant.push('254711000100')
    expect(status).toBe(200)
    expect(describeShape(json)).toEqual(describeShape(fixtures.pushAccepted))
    expect(json.CheckoutRequestID).toMatch(/^ws_CO_02102026\d{8}711000100$/)
    expect(await merchant.view('254711000100')).toMatchObject({ balance: 5000, prompt: { amount: 1500 } })
  })

  it.each([
    ['TransactionType', 'CustomerPayOnline'],
    ['Amount', '1500.00'],
    ['Amount', '0'],
    ['PhoneNumber', '0711000101'],
    ['PartyA', '254711000199'],
    ['PartyB', 'till'],
    ['BusinessShortCode', 12],
    ['Timestamp', '20260931120000'],
    ['CallBackURL', 'http://127.0.0.1:1/cb/0123ABCD'],
    ['CallBackURL', 'https://example.com/cb/0123abcd'],
    ['AccountReference', 'PW7K3M2QPW7K3'],
    ['TransactionDesc', 'Premium 1 month'],
  ])('is refused with 400 when %s is %s', async (field, value) => {
    const { status, json } = await merchant.push('254711000101', { [field]: value })
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` },
    })
    expect(describeShape(json)).toEqual(describeShape(fixtures.refused))
  })

  it('is refused when its password was made for another timestamp, or when its shortcode is unknown', async () => {
    const later = makeCredentialFields(new Date(merchant.clock.now().getTime() + 1000))
    const refused = await merchant.push('254711000102', { Password: later.Password })
    expect(refused).toMatchObject({
      status: 500,
      json: { errorCode: '500.001.1001', errorMessage: 'Wrong credentials' },
    })
    expect((await merchant.push('254711000102', { BusinessShortCode: 600000 })).json).toMatchObject({
      errorMessage: 'Merchant does not exist',
    })
  })

  it('is refused while another STK push to the phone is pending', async () => {
    await merchant.push('254711000103')
    const second = await merchant.push('254711000103')
    expect(second).toMatchObject({ status: 500, json: { errorCode: '500.001.1001' } })
    expect(second.json.errorMessage).toMatch(/^Unable to lock subscriber/)
  })

  it.each([
    ['a wrong path', 'POST', '/mpesa/stkpush/v2', 404, '404.001.01'],
    ['a wrong method', 'GET', '/mpesa/stkpush/v1/processrequest', 405, '405.001'],
  ])('returns the error code of Daraja for %s', async (_, method, path, status, errorCode) => {
    expect(await oauth(path, undefined, method)).toMatchObject({ status, json: { errorCode } })
  })

  it('returns 400 for a body that is not a JSON object', async () => {
    const url = `${merchant.simulators.darajaUrl}/mpesa/stkpush/v1/processrequest`
    const headers = { authorization: `Bearer ${await merchant.token()}`, 'content-type': 'application/json' }
    expect(await readResponse(await fetch(url, { method: 'POST', headers, body: '[' }))).toMatchObject({
      status: 400,
      json: { errorCode: '400.002.05' },
    })
  })

  it.each([
    ['CustomerBuyGoodsOnline', '174379', 'PW7K3M2Q', '1500', 'SFC_IC0003'],
    ['CustomerPayBillOnline', '600000', 'PW7K3M2Q', '1500', '2028'],
    ['CustomerPayBillOnline', '174379', 'PW7K3M2Q', '250001', '3'],
    ['CustomerPayBillOnline', '174379', 'PW-7K3', '1500', '1037'],
  ])(
    'with type %s, PartyB %s, account %s and KSh %s ends with result code %s',
    async (TransactionType, PartyB, AccountReference, Amount, code) => {
      const { json } = await merchant.push('254711000104', { TransactionType, PartyB, AccountReference, Amount })
      expect(await merchant.view('254711000104')).toMatchObject({ prompt: null, busy: true })
      await merchant.after(60_000)
      expect((await merchant.query(json.CheckoutRequestID)).json).toMatchObject({ ResultCode: code })
    },
  )
})
