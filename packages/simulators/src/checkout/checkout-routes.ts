import { json, jsonObject, type Route, type WireAnswer, type WireRequest } from '../http/wire.ts'
import type { Checkout, Checkouts, Step } from './checkout.ts'

/**
 * JSON API of the checkout page: `POST /test/checkout/:code/pay {card}` with a test card's id, `…/answer {value}` to a
 * question, `…/cancel`. Each returns a `Step`. The page never sends card numbers.
 */
export function checkoutRoutes(find: Checkouts): Route[] {
  const acting = (
    name: string,
    act: (checkout: Checkout, fields: Record<string, unknown>) => Step | undefined,
  ): Route => ({
    method: 'POST',
    path: `/test/checkout/:code/${name}`,
    answer(request, { code = '' }) {
      const checkout = find(code)
      if (!checkout) return json(404, { error: 'no such checkout' })
      const fields = isJson(request) ? jsonObject(request) : undefined
      if (!fields) return json(400, { error: 'send a JSON object' })
      return checkout.over ? json(200, { goTo: checkout.over }) : asAnswer(act(checkout, fields))
    },
  })
  return [
    acting('pay', (checkout, { card: id }) => {
      const card = checkout.cards.find((candidate) => candidate.id === id)
      return card && checkout.pay(card)
    }),
    acting('answer', (checkout, { value }) => (typeof value === 'string' ? checkout.answer(value) : undefined)),
    acting('cancel', (checkout) => checkout.cancel()),
  ]
}

const asAnswer = (step: Step | undefined): WireAnswer =>
  step ? json(200, step) : json(400, { error: 'not understood' })

const isJson = ({ headers }: WireRequest) => /^application\/json\b/.test(headers['content-type'] ?? '')
