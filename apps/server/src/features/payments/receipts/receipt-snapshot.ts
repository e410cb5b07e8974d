import type { PaymentSettings } from '#app/config/payment-settings.ts'
import type { Buyer, ReceiptSnapshot } from '#features/payments/ledger/ledger-queries.ts'

/** Returns the tax within a gross price, rounded to the nearest cent: 20690 of 150000 at 16 %. */
export function computeIncludedVat(amountMinor: bigint, rateBps: number): bigint {
  const grossBps = 10_000n + BigInt(rateBps)
  const net = (amountMinor * 10_000n * 2n + grossBps) / (grossBps * 2n)
  return amountMinor - net
}

export function buildReceiptSnapshot(
  { seller, vatRateBps }: Pick<PaymentSettings, 'seller' | 'vatRateBps'>,
  order: { amountMinor: string; currency: string; planCode: string; planPeriod: string; buyer: Buyer | null },
  period: { from: string; until: string },
): ReceiptSnapshot {
  return {
    seller,
    buyer: order.buyer,
    plan: order.planCode,
    term: order.planPeriod,
    period: { from: period.from, until: period.until },
    amountMinor: order.amountMinor,
    currency: order.currency,
    vatRateBps,
    vatMinor: String(computeIncludedVat(BigInt(order.amountMinor), vatRateBps)),
  }
}

/** Formats a receipt number as `PT-000123`, or in test mode as `TEST-000123`. */
export const formatReceiptNumber = (no: number, livemode: boolean) =>
  `${livemode ? 'PT' : 'TEST'}-${String(no).padStart(6, '0')}`
