import { testCredentials } from '../credentials.ts'
import { type SimulatorOptions, type Simulators, startSimulators } from '../start-simulators.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { type ReceivedResponse, readResponse } from './merchant.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/**
 * A merchant for tests that accepts cards, with a manual clock. `webhooks` contains the bytes of each received request.
 */
export type CardMerchant = {
  simulators: Simulators
  clock: ManualClock
  webhooks: Receiver
  /** Calls Paystack with the correct key. */
  paystack(path: string, fields?: Record<string, unknown>): Promise<ReceivedResponse>
  /** Sends `POST /test/checkout/:code/:act`, like the hosted page. */
  page(code: unknown, act: 'pay' | 'answer' | 'cancel', fields?: Record<string, unknown>): Promise<ReceivedResponse>
  after(ms: number): Promise<void>
  close(): Promise<void>
}

export async function startCardMerchant(options: SimulatorOptions = {}): Promise<CardMerchant> {
  const clock = createManualClock()
  const [simulators, webhooks] = [await startSimulators({ clock, ...options }), await startReceiver()]
  simulators.setWebhookUrl('paystack', `${webhooks.url}/paystack`)
  simulators.setWebhookUrl('stripe', `${webhooks.url}/stripe`)
  const post = async (url: string, fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    readResponse(
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(fields),
      }),
    )
  const authorization = `Bearer ${testCredentials.paystack.secretKey}`
  const { paystackUrl, phoneUrl } = simulators
  return {
    simulators,
    clock,
    webhooks,
    paystack: async (path, fields) =>
      fields
        ? post(paystackUrl + path, fields, { authorization })
        : readResponse(await fetch(paystackUrl + path, { headers: { authorization } })),
    page: (code, act, fields = {}) => post(`${phoneUrl}/test/checkout/${String(code)}/${act}`, fields),
    async after(ms) {
      clock.advance(ms)
      await simulators.idle()
    },
    close: async () => void (await Promise.all([simulators.close(), webhooks.close()])),
  }
}
