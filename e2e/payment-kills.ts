import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { findFreePort } from '../apps/server/src/testing/free-port.ts'
import { type RunningApp, startApp } from './app.ts'
import { type ApiClient, createApiClient } from './client.ts'
import { ignoreConnectionErrors } from './kills.ts'
import { killApp } from './processes.ts'

/**
 * A buyer. Each buyer has a different phone. `order`: id of the order; undefined if the app was killed before it
 * responded.
 */
type Buyer = { client: ApiClient; phone: string; order?: string; hasPrompt?: boolean; hasClaimed?: boolean }

/** State of the simulated phone, which shows how M-Pesa sees the payment. Amounts are in whole shillings. */
type Phone = { balance: number; busy: boolean; prompt: object | null; lastSms: { text: string } | null }

const atOnce = 3
const price = 1_500
// Phone number of buyer `n`. The last digits differ, because the app distinguishes concurrent payers by them.
const phoneNumber = (n: number) => `25470000${String(5_000 + n)}`

async function read<T>(app: RunningApp, client: ApiClient, path: string): Promise<T> {
  const answer = await client.call(app, 'GET', path)
  assert.equal(answer.status, 200, `${path} answered ${answer.status} ${await answer.clone().text()}`)
  return (await answer.json()) as T
}

const enterPin = (app: RunningApp, { client, phone }: Buyer) =>
  client.call(app, 'POST', `/test/phone/${phone}/pin`, { pin: '1234' })

/** Places an order, requests the prompt and enters the PIN, with random delays. Rejects when the app is killed. */
async function buy(app: RunningApp, buyer: Buyer) {
  const { client, phone } = buyer
  await sleep(Math.random() * 2_000)
  const response = await client.call(app, 'POST', '/api/orders', { plan: 'premium' })
  const order = (await response.json()) as Order
  buyer.order = order.id
  const started = await client.call(app, 'POST', `/api/orders/${order.id}/attempts`, { method: 'mpesa', phone })
  assert.equal(started.status, 201, await started.text())
  buyer.hasPrompt = true
  await sleep(Math.random() * 1_000)
  await enterPin(app, buyer)
}

/**
 * Makes the phone simulator drop the response to the M-Pesa STK push, and the callback. So the app does not learn of
 * the payment.
 */
const dropResponseAndCallback = (app: RunningApp, { client, phone }: Buyer) =>
  client.call(app, 'POST', `/test/phone/${phone}/settings`, { toggles: { losePushAnswer: true, loseCallback: true } })

/**
 * Returns whether the payment has ended. Enters the PIN on an open prompt. Submits the M-Pesa code once if the app has
 * no result.
 */
async function isOver(app: RunningApp, buyer: Buyer): Promise<boolean> {
  const phone = await read<Phone>(app, buyer.client, `/test/phone/${buyer.phone}`)
  if (phone.prompt !== null) await enterPin(app, buyer)
  if (phone.busy) return false
  if (phone.lastSms === null || buyer.order === undefined) return true
  const { state, attempt } = await read<Order>(app, buyer.client, `/api/orders/${buyer.order}`)
  if (state === 'fulfilled') return true
  if (attempt?.state === 'unknown' && !buyer.hasClaimed) {
    // Because of the kill and the lost callback, the app has no result. So the buyer submits the code.
    buyer.hasClaimed = true
    const code = phone.lastSms.text.slice(0, 10)
    const claim = await buyer.client.call(app, 'POST', `/api/orders/${buyer.order}/claims`, { code })
    assert.equal(claim.status, 201, await claim.text())
  }
  return false
}

/**
 * Asserts that the buyer was charged once and has Premium once, or that neither happened. Returns whether the buyer was
 * charged.
 */
async function expectChargedOnce(app: RunningApp, { client, phone: number, order }: Buyer): Promise<boolean> {
  const phone = await read<Phone>(app, client, `/test/phone/${number}`)
  const { payments } = await read<{ payments: { state: string }[] }>(app, client, '/api/payments')
  const { state, until } = await read<PremiumStatus>(app, client, '/api/premium')
  const isCharged = phone.lastSms !== null
  const paid = payments.filter((line) => line.state === 'paid')
  const about = order ? JSON.stringify((await read<Order>(app, client, `/api/orders/${order}`)).attempt) : 'no order'
  assert.equal(paid.length, isCharged ? 1 : 0, `${number}: ${paid.length} payments, charged: ${isCharged}; ${about}`)
  assert.equal(state, isCharged ? 'active' : 'none', `${number}: Premium is ${state}, charged: ${isCharged}`)
  if (!isCharged) return false
  assert.ok(order, `${number} was charged for an order that nobody has`)
  assert.equal(phone.balance, 5_000 - price, `${number} was charged more than once`)
  const days = (Date.parse(until ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 27 && days < 32, `${number} has ${days} days for one month`)
  return true
}

/**
 * Kills the app `times` times at random moments during M-Pesa payments, and restarts it (P05 in
 * docs/security/checks.md). Resolves to the numbers of all buyers, charged buyers and buyers who submitted a code.
 * @throws AssertionError when a charged buyer has no Premium after two minutes, or a buyer has it twice or unpaid
 */
export async function assertPaymentsSurviveKills(dataDir: string, times: number, settleMs = 120_000) {
  // Uses a fixed port, because after a restart the payment providers still send callbacks to the first address.
  const settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()) }
  const buyers: Buyer[] = []
  let app = await startApp(settings)
  try {
    for (let round = 0; round < times; round++) {
      const running = app
      const these: Buyer[] = []
      for (let n = 0; n < atOnce; n++) {
        const number = round * atOnce + n
        these.push({ client: await createApiClient(app, `buyer${number}`), phone: phoneNumber(number) })
      }
      buyers.push(...these)
      const [first] = these
      if (first) assert.equal((await dropResponseAndCallback(app, first)).status, 200)
      const work = these.map((buyer) => ignoreConnectionErrors(buy(running, buyer)))
      await sleep(100 + Math.random() * 4_900)
      // Ensures that a payment has begun before the last kill, even on a busy machine.
      if (round === times - 1) while (!these.some(({ hasPrompt }) => hasPrompt)) await sleep(50)
      await killApp(running)
      await Promise.all(work)
      app = await startApp(settings)
    }
    let waiting = buyers
    for (const end = performance.now() + settleMs; waiting.length > 0 && performance.now() < end; await sleep(500)) {
      const still: Buyer[] = []
      for (const buyer of waiting) if (!(await isOver(app, buyer))) still.push(buyer)
      waiting = still
    }
    let charged = 0
    for (const buyer of buyers) if (await expectChargedOnce(app, buyer)) charged++
    return { bought: buyers.length, charged, claimed: buyers.filter(({ hasClaimed }) => hasClaimed).length }
  } finally {
    await app.stop()
  }
}
