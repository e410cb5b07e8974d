import {
  type Handler,
  jsonResponse,
  type Route,
  routeRequests,
  type WireRequest,
  type WireResponse,
} from '../http/http-routing.ts'
import { createSession, expireSession } from './create-session.ts'
import { noSuchObjectResponse, stripeErrorResponse } from './error-responses.ts'
import { parseForm } from './form-body.ts'
import { createRefund, findSession, getRefund } from './refund.ts'
import type { StripeState } from './stripe.ts'
import { chargeView, disputeView, intentView, listView, refundView, sessionView } from './views.ts'
import { generateStripeId } from './webhook.ts'

/** Implements the part of Stripe's API that one Checkout payment needs. */
export function createStripeHandler(stripe: StripeState): Handler {
  const handler = routeRequests(routes(stripe), ({ method, path }) =>
    stripeErrorResponse(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    }),
  )
  const expectedAuthorization = `Bearer ${stripe.credentials.secretKey}`
  const runOnce = makeIdempotency()
  return async (request) => {
    if (request.headers.authorization !== expectedAuthorization)
      return stripeErrorResponse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    // Handlers are synchronous, so two concurrent calls with the same key cannot both run.
    const answer = runOnce(request, () => {
      const response = handler(request)
      return response instanceof Promise
        ? stripeErrorResponse(404, { type: 'invalid_request_error', message: 'Not at once.' })
        : response
    })
    return typeof answer === 'string'
      ? answer
      : { ...answer, headers: { ...answer.headers, 'request-id': generateStripeId('req') } }
  }
}

const parseRequestForm = ({ raw }: WireRequest) => parseForm(raw.toString('utf8'))

/** Returns the names of the fields to expand, from query parameters such as `expand[0]=payment_intent`. */
const readExpandedFields = ({ query }: WireRequest) =>
  [...query].filter(([name]) => name.startsWith('expand')).map(([, value]) => value)

function routes(stripe: StripeState): Route[] {
  const { sessions } = stripe
  return [
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      answer: (request) => createSession(stripe, parseRequestForm(request)),
    },
    {
      method: 'GET',
      path: '/v1/checkout/sessions/:id',
      answer(request, { id = '' }) {
        const session = sessions.get(id)
        return session
          ? jsonResponse(200, sessionView(stripe, session, readExpandedFields(request)))
          : noSuchObjectResponse('checkout.session', id)
      },
    },
    {
      method: 'POST',
      path: '/v1/checkout/sessions/:id/expire',
      answer(_, { id = '' }) {
        const session = sessions.get(id)
        if (!session) return noSuchObjectResponse('checkout.session', id)
        if (session.status !== 'open')
          return stripeErrorResponse(400, {
            type: 'invalid_request_error',
            message: 'Only open sessions can be expired.',
          })
        expireSession(stripe, session)
        return jsonResponse(200, sessionView(stripe, session))
      },
    },
    ...readRoutes(stripe),
    {
      method: 'GET',
      path: '/v1/checkout/sessions',
      answer({ query }) {
        const session = findSession(stripe, ({ intentId, paid }) => paid && intentId === query.get('payment_intent'))
        return jsonResponse(200, listView('/v1/checkout/sessions', session ? [sessionView(stripe, session)] : []))
      },
    },
    { method: 'POST', path: '/v1/refunds', answer: (request) => createRefund(stripe, parseRequestForm(request)) },
    { method: 'GET', path: '/v1/refunds/:id', answer: (_, { id = '' }) => getRefund(stripe, id) },
  ]
}

function readRoutes(stripe: StripeState): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/payment_intents/:id',
      answer(request, { id = '' }) {
        const session = findSession(stripe, ({ intentId }) => intentId === id)
        return session
          ? jsonResponse(200, intentView(session, readExpandedFields(request)))
          : noSuchObjectResponse('payment_intent', id)
      },
    },
    {
      method: 'GET',
      path: '/v1/charges/:id',
      answer(_, { id = '' }) {
        const session = findSession(stripe, ({ chargeId, paid }) => paid && chargeId === id)
        return session ? jsonResponse(200, chargeView(session)) : noSuchObjectResponse('charge', id)
      },
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      answer({ query }) {
        const session = findSession(stripe, ({ intentId }) => intentId === query.get('payment_intent'))
        const refunds = session ? session.refunds.map((refund) => refundView(session, refund)) : []
        return jsonResponse(200, listView('/v1/refunds', refunds))
      },
    },
    {
      method: 'GET',
      path: '/v1/disputes',
      answer({ query }) {
        const session = findSession(stripe, ({ intentId }) => intentId === query.get('payment_intent'))
        const disputes = session?.dispute ? [disputeView(session, session.dispute)] : []
        return jsonResponse(200, listView('/v1/disputes', disputes))
      },
    },
  ]
}

/**
 * Returns the first response again for a repeated idempotency key. The same key with other parameters gets the error
 * `idempotency_error`.
 */
function makeIdempotency() {
  const responsesByKey = new Map<string, { request: string; answer: WireResponse }>()
  return (request: WireRequest, work: () => WireResponse): WireResponse => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || request.method !== 'POST') return work()
    const earlier = responsesByKey.get(key)
    const fingerprint = `${request.path}\n${request.raw.toString('utf8')}`
    if (!earlier) {
      const answer = work()
      responsesByKey.set(key, { request: fingerprint, answer })
      return answer
    }
    if (earlier.request === fingerprint) return markReplayed(earlier.answer)
    return stripeErrorResponse(400, {
      type: 'idempotency_error',
      message: `The key ${key} was used before with other parameters.`,
    })
  }
}

function markReplayed(answer: WireResponse): WireResponse {
  if (typeof answer === 'string') return answer
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
}
