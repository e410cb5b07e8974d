import { randomUUID } from 'node:crypto'
import * as callbackContract from '@pawtrait/contract/payments/payment-callbacks.ts'
import * as claimContract from '@pawtrait/contract/payments/payment-claims.ts'
import * as contract from '@pawtrait/contract/payments/payments.ts'
import type { FastifyRequest } from 'fastify'
import type { App, Handler } from '#platform/http/serve.ts'
import { refuseOtherViewer } from '#platform/security/refuse-other-viewer.ts'
import { listClaims, submitPaymentClaim } from './claims/claim-payment.ts'
import { receiveCallback, receiveWebhook } from './inbox/receive-event.ts'
import { checkOrderNow, findCardReturnPath } from './orders/check-order-now.ts'
import { cancelOrder, createOrder } from './orders/create-order.ts'
import { exportPayments, listPayments } from './orders/list-payments.ts'
import { startAttempt } from './orders/start-attempt.ts'
import { requestReceiptMail } from './receipts/mail-receipt.ts'
import { showReceipt } from './receipts/show-receipt.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { showOrder, showWaitingOrder } from './view.ts'

export function paymentRoutes(app: App) {
  const placeOrder: Handler<typeof contract.placeOrder> = async (ctx, _received, { request }) => {
    // The order stores the idempotency key. A repeated request is recognised as long as the order exists.
    const key = request.headers['idempotency-key']
    return showOrder(ctx, await createOrder(ctx, typeof key === 'string' ? key : randomUUID()))
  }
  app.serve(contract.placeOrder, placeOrder, showOrder)
  app.serve(contract.getPendingOrder, (ctx) => showWaitingOrder(ctx))
  app.serve(contract.getOrder, (ctx, { params }) => showOrder(ctx, params.id))
  app.serve(contract.cancelOrder, async (ctx, { params }) => {
    await cancelOrder(ctx, params.id)
    return showOrder(ctx, params.id)
  })
  app.serve(contract.startPaymentAttempt, async (ctx, { params, body }) => {
    await startAttempt(ctx, params.id, body)
    return showOrder(ctx, params.id)
  })
  app.serve(contract.checkOrder, async (ctx, { params }) => {
    await checkOrderNow(ctx, params.id)
    return showOrder(ctx, params.id)
  })
  app.serve(claimContract.claimPayment, (ctx, { params, body }) => submitPaymentClaim(ctx, params.id, body.code))
  app.serve(claimContract.listPaymentClaims, (ctx, { params }) => listClaims(ctx, params.id))
  app.serve(contract.listPayments, (ctx, { query }) => listPayments(ctx, query))
  app.serveRaw(contract.exportPayments, async (ctx, { query }, { reply }) => {
    refuseOtherViewer(ctx.viewer, query.viewer)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="pawtrait-payments.csv"')
      .send(await exportPayments(ctx))
  })
  app.serve(contract.getReceipt, (ctx, { params }) => showReceipt(ctx, params.number))
  app.serve(contract.mailReceipt, async (ctx, { params }) => {
    await requestReceiptMail(ctx, params.number)
    return undefined
  })
  app.serve(contract.requestRefund, async (ctx, { params, body }) => {
    await requestRefund(ctx, params.number, body.words)
    return undefined
  })
  inboxRoutes(app)
}

/** Returns the raw bytes of the body, because signatures cover them. */
const readRawBody = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function inboxRoutes(app: App) {
  app.serve(callbackContract.mpesaCallback, async (ctx, { params }, { request }) => {
    await receiveCallback(ctx, params.token, readRawBody(request))
    return { ResultCode: 0 as const, ResultDesc: 'Accepted' }
  })
  for (const provider of contract.cardProviderNames)
    app.serve(callbackContract.cardWebhooks[provider], async (ctx, _received, { request }) => {
      await receiveWebhook(ctx, provider, readRawBody(request), request.headers)
      return { received: true as const }
    })
  app.serveRaw(callbackContract.returnFromCardPage, async (ctx, { params }, { reply }) =>
    reply.redirect(await findCardReturnPath(ctx, params.reference), 303),
  )
}
