import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Receipt } from '@pawtrait/contract/payments/payments.ts'
import type { Config } from '#app/config/config.ts'
import { selectReceipt } from '#features/payments/orders/order-queries.ts'
import { selectBuyerEmail } from '#features/payments/queries.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { renderEmail } from '#platform/mail/render-email.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import { formatMoney } from './format-money.ts'
import { parseReceiptNumber, showReceipt, toReceipt } from './show-receipt.ts'

const HOUR_SECONDS = 3600
const MAX_MAILS_PER_HOUR = 5
const NAIROBI = 'Africa/Nairobi' // Fiscal documents use Nairobi time.

export type ReceiptMail = { user: UserId; number: string }

/**
 * Mails one of the viewer's receipts to their confirmed address.
 * @throws Problem 'mail-unavailable'; 'not-found' for another user's receipt; 'too-many-requests' above five an hour
 */
export async function requestReceiptMail(ctx: UserContext, number: string): Promise<void> {
  if (!ctx.mail.on) throw new Problem('mail-unavailable', 'We can’t send email here.')
  await showReceipt(ctx, number)
  await countAttempt(ctx.db, ctx.now, [
    { key: `receipt-mail ${ctx.viewer}`, most: MAX_MAILS_PER_HOUR, seconds: HOUR_SECONDS },
  ])
  await ctx.transaction(({ job }) => job('mail-receipt', { user: ctx.viewer, number } satisfies ReceiptMail))
}

/** Job `mail-receipt`, which mails the receipt. Sends nothing if the buyer's account was erased. */
export async function mailReceipt(ctx: Context, { user, number }: ReceiptMail): Promise<void> {
  const { livemode, no } = parseReceiptNumber(number)
  const row = await selectReceipt(ctx.db, user, livemode, no)
  const to = await selectBuyerEmail(ctx.db, user)
  if (row && to) await ctx.mail.send(buildReceiptEmail(ctx.config, toReceipt(row), to))
}

function buildReceiptEmail({ publicUrl }: Pick<Config, 'publicUrl'>, receipt: Receipt, to: string) {
  const { number, at, buyer, from, until, price, vat, seller, credits, livemode } = receipt
  const money = (amount: Receipt['price']) => formatMoney(amount.amountMinor, amount.currency)
  const formatTime = (iso: string) => formatInstant(iso, NAIROBI, NAIROBI)
  const lines = [
    `Receipt ${number}, ${formatTime(at)}`,
    ...(buyer ? [`For: ${buyer.fullname} (@${buyer.username})`] : []),
    `Premium Plan, one month, ${formatTime(from)} to ${formatTime(until)}. Does not renew.`,
    vat ? `Net ${money(vat.net)}, VAT ${vat.rateBps / 100} % ${money(vat.tax)}` : 'Seller not VAT registered',
    `Paid: ${money(price)}`,
    `Paid with: ${describePaymentMethod(receipt)}`,
    ...credits.map(({ at: refundedAt, amount }) => `Refunded on ${formatTime(refundedAt)}: ${money(amount)}`),
    `Seller: ${[seller.name, seller.address, seller.kraPin && `KRA PIN ${seller.kraPin}`].filter(Boolean).join(', ')}`,
    ...(livemode ? [] : ['Made in test mode. No money moved, and this is not a tax document.']),
  ]
  const button = { text: 'Print this receipt', url: `${publicUrl}${paths.receipt(number)}` }
  return renderEmail({ to, subject: `Receipt ${number}`, lines, button })
}

const describePaymentMethod = ({ method, methodDetail, phoneEnd }: Receipt) =>
  [
    method === 'mpesa' ? 'M-Pesa' : 'card',
    phoneEnd && `phone ending in ${phoneEnd}`,
    methodDetail && (method === 'mpesa' ? `receipt ${methodDetail}` : methodDetail),
  ]
    .filter(Boolean)
    .join(', ')
