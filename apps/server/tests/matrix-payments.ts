import { type MatrixRow, sameForAll } from './matrix-rows.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

const withBody = (body: unknown) => async () => body

export const paymentRows: Record<string, MatrixRow> = {
  // Payments are off in this server, so POST /api/orders returns 503. Tests in features/payments check that users
  // cannot read or change orders of other users.
  'POST /api/orders': sameForAll({ body: withBody({ plan: 'premium' }), ok: 503 }),
  'GET /api/orders/waiting': sameForAll(),
  'GET /api/orders/:id': sameForAll({ path: `/api/orders/${unknownId}`, ok: 404 }),
  'DELETE /api/orders/:id': sameForAll({ path: `/api/orders/${unknownId}`, ok: 404 }),
  'POST /api/orders/:id/attempts': sameForAll({
    path: `/api/orders/${unknownId}/attempts`,
    body: withBody({ method: 'card' }),
    ok: 404,
  }),
  'POST /api/orders/:id/check': sameForAll({ path: `/api/orders/${unknownId}/check`, ok: 404 }),
  'POST /api/orders/:id/claims': sameForAll({
    path: `/api/orders/${unknownId}/claims`,
    body: withBody({ code: 'UJ22T8IYOU' }),
    ok: 404,
  }),
  'GET /api/orders/:id/claims': sameForAll({ path: `/api/orders/${unknownId}/claims`, ok: 404 }),
  'GET /api/payments': sameForAll(),
  'GET /api/payments.csv': sameForAll({ ok: 200 }),
  'GET /api/receipts/:number': sameForAll({ path: '/api/receipts/TEST-000001', ok: 404 }),
  'POST /api/receipts/:number/mail': sameForAll({ path: '/api/receipts/TEST-000001/mail', ok: 503 }),
  'POST /api/receipts/:number/refund-request': sameForAll({
    path: '/api/receipts/TEST-000001/refund-request',
    body: withBody({ words: 'never used' }),
    ok: 404,
  }),
  'POST /api/payments/mpesa/cb/:token': sameForAll({
    path: `/api/payments/mpesa/cb/${'0'.repeat(64)}`,
    ok: 404,
  }),
  'POST /api/payments/paystack/webhook': sameForAll({ ok: 404 }),
  'POST /api/payments/stripe/webhook': sameForAll({ ok: 404 }),
  'GET /api/payments/card/return/:reference': sameForAll({
    path: '/api/payments/card/return/nobody',
    ok: 303,
  }),
}
