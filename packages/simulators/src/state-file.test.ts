import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCardMerchant } from './testing/card-merchant.ts'
import { startMerchant } from './testing/merchant.ts'

let folder = ''
let stateFile = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulators-'))
  stateFile = join(folder, 'state.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('M-Pesa simulator restores payments, prompts, and a phone’s balance and settings after a restart', async () => {
  const first = await startMerchant({ stateFile })
  const { json: paid } = await first.push('254712345678')
  await first.phone('254712345678', 'pin', { pin: '1234' })
  await first.phone('254712345678', 'settings', { toggles: { loseCallback: true } })
  await first.after(1_500)
  const { json: open } = await first.push('254722333444')
  await first.close()

  const second = await startMerchant({ stateFile })
  expect((await second.query(paid.CheckoutRequestID)).json).toMatchObject({ ResultCode: '0' })
  expect(await second.view('254712345678')).toMatchObject({ balance: 3500, toggles: { loseCallback: true } })
  await second.phone('254722333444', 'pin', { pin: '1234' })
  await second.after(1_500)
  expect((await second.query(open.CheckoutRequestID)).json).toMatchObject({ ResultCode: '0' })
  await second.close()
})

it('simulators verify and refund card payments that were made before a restart', async () => {
  const first = await startCardMerchant({ stateFile })
  const fields = { email: 'amina@example.com', amount: 150000, currency: 'KES' }
  const open = async (reference: string, card: string) => {
    const { json } = await first.paystack('/transaction/initialize', { ...fields, reference })
    await first.page((json.data as { access_code: string }).access_code, 'pay', { card })
  }
  await open('paid', 'success')
  await open('asked', 'pin')
  await open('waiting', 'timeout')
  await first.close()

  const second = await startCardMerchant({ stateFile })
  const status = async (reference: string) =>
    ((await second.paystack(`/transaction/verify/${reference}`)).json.data as { status: string }).status
  expect([await status('paid'), await status('asked'), await status('waiting')]).toEqual([
    'success',
    'abandoned',
    'pending',
  ])
  expect((await second.paystack('/refund', { transaction: 'paid' })).status).toBe(200)
  await second.after(30_000)
  expect([await status('paid'), await status('waiting')]).toEqual(['reversed', 'failed'])
  await second.close()
})

it('simulators write a state file with mode 600, and ignore a damaged state file at start', async () => {
  const first = await startMerchant({ stateFile })
  await first.push('254712345678')
  await first.close()
  expect(statSync(stateFile).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(stateFile, 'utf8')).phones).toHaveLength(1)
  writeFileSync(stateFile, '{"phones":[{"num')
  const second = await startMerchant({ stateFile })
  expect(await second.view('254712345678')).toMatchObject({ balance: 5000, busy: false })
  await second.close()
})

it('simulators restore no state after a restart without a state file', async () => {
  const first = await startMerchant()
  const { json } = await first.push('254712345678')
  await first.close()
  const second = await startMerchant()
  expect((await second.query(json.CheckoutRequestID)).json).toMatchObject({ errorCode: '500.001.1001' })
  await second.close()
})
