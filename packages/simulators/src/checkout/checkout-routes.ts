import { jsonResponse, parseJsonObject, type Route, type WireRequest, type WireResponse } from '../http/http-routing.ts'
import type { Checkout, CheckoutFinder, CheckoutStep } from './checkout.ts'

/**
 * JSON API of the checkout page. `POST /test/checkout/:code/pay {card}` pays with a test card's id. `…/answer {value}`
 * answers a question, and `…/cancel` cancels. Each call returns a `CheckoutStep`. The page never sends card numbers.
 */
export function createCheckoutRoutes(find: CheckoutFinder): Route[] {
  const createActionRoute = (
    name: string,
    act: (checkout: Checkout, fields: Record<string, unknown>) => CheckoutStep | undefined,
  ): Route => ({
    method: 'POST',
    path: `/test/checkout/:code/${name}`,
    answer(request, { code = '' }) {
      const checkout = find(code)
      if (!checkout) return jsonResponse(404, { error: 'no such checkout' })
      const fields = isJson(request) ? parseJsonObject(request) : undefined
      if (!fields) return jsonResponse(400, { error: 'send a JSON object' })
      return checkout.over ? jsonResponse(200, { goTo: checkout.over }) : toResponse(act(checkout, fields))
    },
  })
  return [
    createActionRoute('pay', (checkout, { card: id }) => {
      const card = checkout.cards.find((candidate) => candidate.id === id)
      return card && checkout.pay(card)
    }),
    createActionRoute('answer', (checkout, { value }) =>
      typeof value === 'string' ? checkout.answer(value) : undefined,
    ),
    createActionRoute('cancel', (checkout) => checkout.cancel()),
  ]
}

const toResponse = (step: CheckoutStep | undefined): WireResponse =>
  step ? jsonResponse(200, step) : jsonResponse(400, { error: 'not understood' })

const isJson = ({ headers }: WireRequest) => /^application\/json\b/.test(headers['content-type'] ?? '')
