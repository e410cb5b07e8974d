import { alike, type Row } from './matrix-rows.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

const given = (body: unknown) => async () => body

export const paymentRows: Record<string, Row> = {
  // payments are off in this server, so orders get 503; the feature's tests check orders of other users
  'POST /api/orders': alike({ body: given({ plan: 'premium' }), ok: 503 }),
  'GET /api/orders/waiting': alike(),
  'GET /api/orders/:id': alike({ path: `/api/orders/${unknownId}`, ok: 404 }),
  'DELETE /api/orders/:id': alike({ path: `/api/orders/${unknownId}`, ok: 404 }),
  'POST /api/orders/:id/attempts': alike({
    path: `/api/orders/${unknownId}/attempts`,
    body: given({ method: 'card' }),
    ok: 404,
  }),
  'POST /api/orders/:id/check': alike({ path: `/api/orders/${unknownId}/check`, ok: 404 }),
  'POST /api/orders/:id/claims': alike({
    path: `/api/orders/${unknownId}/claims`,
    body: given({ code: 'UJ22T8IYOU' }),
    ok: 404,
  }),
  'GET /api/orders/:id/claims': alike({ path: `/api/orders/${unknownId}/claims`, ok: 404 }),
  'GET /api/payments': alike(),
  'GET /api/payments.csv': alike({ ok: 200 }),
  'GET /api/receipts/:number': alike({ path: '/api/receipts/TEST-000001', ok: 404 }),
  'POST /api/receipts/:number/mail': alike({ path: '/api/receipts/TEST-000001/mail', ok: 503 }),
  'POST /api/receipts/:number/refund-request': alike({
    path: '/api/receipts/TEST-000001/refund-request',
    body: given({ words: 'never used' }),
    ok: 404,
  }),
  'POST /api/payments/mpesa/cb/:token': alike({ path: `/api/payments/mpesa/cb/${'0'.repeat(64)}`, ok: 404 }),
  'POST /api/payments/paystack/webhook': alike({ ok: 404 }),
  'POST /api/payments/stripe/webhook': alike({ ok: 404 }),
  'GET /api/payments/card/return/:reference': alike({ path: '/api/payments/card/return/nobody', ok: 303 }),
}
