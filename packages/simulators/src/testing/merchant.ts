import { testCredentials } from '../credentials.ts'
import { toNairobiTime } from '../nairobi-time.ts'
import { type SimulatorOptions, type Simulators, startSimulators } from '../start-simulators.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** A response: status, body text, and parsed JSON. `json` is empty when the body is not JSON. */
export type ReceivedResponse = { status: number; body: string; json: Record<string, unknown> }

/** A merchant for tests that accepts M-Pesa from the simulators, with a manual clock. */
export type Merchant = {
  simulators: Simulators
  clock: ManualClock
  callbacks: Receiver
  token(): Promise<string>
  call(path: string, fields: Record<string, unknown>, token?: string): Promise<ReceivedResponse>
  push(number: string, fields?: Record<string, unknown>): Promise<ReceivedResponse>
  query(checkoutRequestId: unknown): Promise<ReceivedResponse>
  phone(number: string, act: string, fields?: Record<string, unknown>): Promise<ReceivedResponse>
  view(number: string): Promise<Record<string, unknown>>
  /** Advances the clock and waits until all messages have arrived. */
  after(ms: number): Promise<void>
  close(): Promise<void>
}

const { shortcode, passkey, consumerKey, consumerSecret } = testCredentials.daraja

/** Returns shortcode, timestamp and password in Daraja's format. */
export function makeCredentialFields(at: Date): Record<string, unknown> {
  const Timestamp = toNairobiTime(at).digits
  const Password = Buffer.from(shortcode + passkey + Timestamp).toString('base64')
  return { BusinessShortCode: Number(shortcode), Password, Timestamp }
}

export async function readResponse(response: Response): Promise<ReceivedResponse> {
  const body = await response.text()
  return { status: response.status, body, json: parseBody(body) }
}

export async function startMerchant(options: SimulatorOptions = {}): Promise<Merchant> {
  const clock = createManualClock()
  const simulators = await startSimulators({ clock, ...options })
  const callbacks = await startReceiver()
  const { darajaUrl, phoneUrl } = simulators
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}) =>
    readResponse(
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const merchant: Merchant = {
    simulators,
    clock,
    callbacks,
    async token() {
      const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
      const url = `${darajaUrl}/oauth/v1/generate?grant_type=client_credentials`
      const { json } = await readResponse(await fetch(url, { headers: { authorization: `Basic ${basic}` } }))
      return String(json.access_token)
    },
    call: async (path, fields, token) =>
      post(darajaUrl + path, fields, { authorization: `Bearer ${token ?? (await merchant.token())}` }),
    push: (number, fields = {}) =>
      merchant.call('/mpesa/stkpush/v1/processrequest', {
        ...makeCredentialFields(clock.now()),
        TransactionType: 'CustomerPayBillOnline',
        Amount: '1500',
        PartyA: number,
        PartyB: shortcode,
        PhoneNumber: number,
        CallBackURL: `${callbacks.url}/cb/0123abcd`,
        AccountReference: 'PW7K3M2Q',
        TransactionDesc: 'Premium 1mo',
        ...fields,
      }),
    query: (CheckoutRequestID) =>
      merchant.call('/mpesa/stkpushquery/v1/query', { ...makeCredentialFields(clock.now()), CheckoutRequestID }),
    phone: (number, act, fields = {}) => post(`${phoneUrl}/test/phone/${number}/${act}`, fields),
    view: async (number) => (await readResponse(await fetch(`${phoneUrl}/test/phone/${number}`))).json,
    async after(ms) {
      clock.advance(ms)
      await simulators.idle()
    },
    close: async () => void (await Promise.all([simulators.close(), callbacks.close()])),
  }
  return merchant
}

function parseBody(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
