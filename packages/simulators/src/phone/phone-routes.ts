import type { Daraja } from '../daraja/daraja.ts'
import {
  hasJsonContentType,
  jsonResponse,
  parseJsonObject,
  type Route,
  type WireResponse,
} from '../http/http-routing.ts'
import type { ChangeCounter } from './change-counter.ts'
import { phoneView } from './phone-view.ts'
import { defaultFaultSwitches, type FaultSwitches, maxPinTries, type Phone, parsePhoneNumber } from './phones.ts'

/**
 * JSON API of the test phone. `GET /test/phones` lists used numbers, with prompted numbers first. `?account=` selects
 * numbers prompted for an account. `GET /test/phone/:number` returns a `PhoneView`. `?after=version` waits up to 20 s
 * for a newer version. `POST /test/phone/:number/{pin,cancel,settings,reset,next-result}` performs an action and
 * returns the new `PhoneView`.
 */
export function createPhoneRoutes(daraja: Daraja, changes: ChangeCounter): Route[] {
  const view = (number: string) => jsonResponse(200, phoneView(daraja, number, changes.version()))
  return [
    {
      method: 'GET',
      path: '/test/phones',
      answer: ({ query }) => jsonResponse(200, { numbers: listNumbers(daraja, query.get('account')) }),
    },
    {
      method: 'GET',
      path: '/test/phone/:number',
      async answer({ query }, params) {
        const number = parsePhoneNumber(params.number ?? '')
        if (!number) return refusal(404, 'not a phone number')
        if (Number(query.get('after') ?? -1) === changes.version()) await changes.next()
        return view(number)
      },
    },
    ...Object.entries(actions).map(
      ([name, act]): Route => ({
        method: 'POST',
        path: `/test/phone/:number/${name}`,
        answer(request, params) {
          const number = parsePhoneNumber(params.number ?? '')
          const fields = hasJsonContentType(request) ? parseJsonObject(request) : undefined
          if (!number) return refusal(404, 'not a phone number')
          if (!fields) return refusal(400, 'send a JSON object')
          return act(daraja, daraja.phones.get(number), fields) ?? view(number)
        },
      }),
    ),
  ]
}

type Action = (daraja: Daraja, phone: Phone, fields: Record<string, unknown>) => WireResponse | undefined

const refusal = (status: number, error: string) => jsonResponse(status, { error })
const noPrompt = () => refusal(409, 'no prompt is on this phone')

const actions: Record<string, Action> = {
  pin({ payments }, { number }, { pin }) {
    if (typeof pin !== 'string' || !/^\d{4}$/.test(pin)) return refusal(400, 'a PIN is four digits')
    return payments.enterPin(number, pin) ? undefined : noPrompt()
  },
  cancel: ({ payments }, { number }) => (payments.cancel(number) ? undefined : noPrompt()),
  settings(daraja, phone, fields) {
    const fault = changeSettings(phone, fields)
    if (fault) return refusal(400, fault)
    daraja.changed()
    return undefined
  },
  reset(daraja, { number }) {
    daraja.phones.reset(number)
    daraja.changed()
    return undefined
  },
  'next-result'(_, phone, { resultCode }) {
    if (typeof resultCode !== 'string' || !/^\w{1,20}$/.test(resultCode)) return refusal(400, 'no result code')
    phone.nextResult = resultCode
    return undefined
  },
}

const maxBalance = 500_000

/** Sets balance, PIN tries and fault switches. Returns an error message for invalid fields, otherwise undefined. */
function changeSettings(phone: Phone, fields: Record<string, unknown>): string | undefined {
  const { balance = phone.balance, toggles = {}, pinTriesLeft = maxPinTries - phone.wrongPins } = fields
  const tries = typeof pinTriesLeft === 'number' && Number.isInteger(pinTriesLeft) ? pinTriesLeft : -1
  if (tries < 0 || tries > maxPinTries) return `a phone has 0 to ${maxPinTries} tries of its PIN left`
  const isValidBalance =
    typeof balance === 'number' && Number.isInteger(balance) && balance >= 0 && balance <= maxBalance
  if (!isValidBalance) return `a balance is whole shillings, at most ${maxBalance}`
  const switches = Object.entries(typeof toggles === 'object' && toggles !== null ? toggles : {})
  const areKnown = switches.every(([name, on]) => name in defaultFaultSwitches && typeof on === 'boolean')
  if (!areKnown) return 'a switch of that name does not exist, or is neither on nor off'
  phone.balance = balance
  phone.wrongPins = maxPinTries - tries
  phone.toggles = { ...phone.toggles, ...(Object.fromEntries(switches) as Partial<FaultSwitches>) }
  return undefined
}

/**
 * Returns phone numbers. Numbers with a pending M-Pesa STK push come first, then all other numbers. Both groups are
 * sorted by their last STK push, newest first. With `account`, returns only numbers prompted for this account.
 */
function listNumbers({ phones, payments }: Daraja, account: string | null): string[] {
  const used = payments
    .all()
    .filter((payment) => account === null || payment.account === account)
    .toReversed()
    .toSorted((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
    .map(({ number }) => number)
  return [...new Set([...used, ...(account === null ? phones.all().map(({ number }) => number) : [])])]
}
