import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'
import { type PayDetail, PayDetails } from './PayDetails.tsx'
import styles from './PaySheet.module.css'
import { PayStatus } from './PayStatus.tsx'
import { maskPhone } from './phone-number.ts'

/** URLs of the feed and of a receipt. The app passes them in, because they belong to other features. */
export type PayLinks = { feed: string; receipt: (number: string) => string }

/** Pay sheet after a payment. `phone` is the number typed on this page; empty if none was typed. */
export function PaidStep({ order, phone, links }: { order: Order; phone: string; links: PayLinks }) {
  const t = useTranslate()
  const locale = useLocale()
  const formatEnd = useFormatEndTime()
  const { receipt, premiumUntil } = order
  const day = premiumUntil && formatEnd(premiumUntil)
  return (
    <div className={styles.step}>
      <PayStatus>{day ? t(phrases.payments.paidText, { day }) : t(phrases.payments.paidTextWithoutDate)}</PayStatus>
      {order.refundDue && <Note icon={info}>{t(phrases.payments.paidTwice)}</Note>}
      <PayDetails
        lines={[
          { term: t(phrases.payments.premiumMonthItem), value: formatMoney(order.price, locale) },
          ...listPaymentDetails(t, order, phone),
          ...(receipt ? [{ term: t(phrases.payments.receiptNumber), value: receipt, asId: true }] : []),
        ]}
      />
      <Link className={buttonClass({ block: true })} to={links.feed}>
        {t(phrases.payments.backToFeed)}
      </Link>
      {receipt && (
        <Link className={buttonClass({ kind: 'quiet', small: true })} to={links.receipt(receipt)}>
          {t(phrases.payments.openReceipt)}
        </Link>
      )}
    </div>
  )
}

/** Returns the details that identify the payment: the M-Pesa code and the phone, or the card. */
function listPaymentDetails(t: TranslateFunction, { attempt, methodDetail }: Order, phone: string): PayDetail[] {
  const byCard = attempt?.method === 'card'
  const detail = methodDetail
    ? [
        {
          term: t(byCard ? phrases.payments.cardMethodName : phrases.payments.mpesaReceiptLabel),
          value: methodDetail,
          asId: true,
        },
      ]
    : []
  if (byCard || !attempt?.phoneEnd) return detail
  const end = attempt.phoneEnd
  const from = (
    <>
      <span aria-hidden="true">{maskPhone(end, phone)}</span>
      <span className="vh">{t(phrases.payments.maskedPhone, { end })}</span>
    </>
  )
  return [...detail, { term: t(phrases.payments.paidFromLabel), value: from, asId: true }]
}
