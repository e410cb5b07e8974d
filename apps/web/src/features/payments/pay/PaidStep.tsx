import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useEndTime } from '#lib/time/use-end-time.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'
import { Lead } from './Lead.tsx'
import { type PayLine, PayLines } from './PayLines.tsx'
import styles from './PaySheet.module.css'
import { maskedPhone } from './read-phone.ts'

/** Addresses for links; the app supplies them. */
export type PayLinks = { feed: string; receipt: (number: string) => string }

/** The payment succeeded and the plan is on. `phone` is the number typed here, if any. */
export function PaidStep({ order, phone, links }: { order: Order; phone: string; links: PayLinks }) {
  const t = useTranslate()
  const locale = useLocale()
  const endTime = useEndTime()
  const { receipt, premiumUntil } = order
  const day = premiumUntil && endTime(premiumUntil)
  return (
    <div className={styles.step}>
      <Lead>{day ? t(phrases.payments.paidText, { day }) : t(phrases.payments.paidTextWithoutDate)}</Lead>
      {order.refundDue && <Note icon={info}>{t(phrases.payments.paidTwice)}</Note>}
      <PayLines
        lines={[
          { term: t(phrases.payments.planMonth), value: formatMoney(order.price, locale) },
          ...howPaid(t, order, phone),
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

/** Returns what identifies the payment for the payer: the M-Pesa code and the phone, or the card. */
function howPaid(t: Translate, { attempt, methodDetail }: Order, phone: string): PayLine[] {
  const byCard = attempt?.method === 'card'
  const detail = methodDetail
    ? [
        {
          term: t(byCard ? phrases.payments.card : phrases.payments.mpesaReceiptLabel),
          value: methodDetail,
          asId: true,
        },
      ]
    : []
  if (byCard || !attempt?.phoneEnd) return detail
  const end = attempt.phoneEnd
  const from = (
    <>
      <span aria-hidden="true">{maskedPhone(end, phone)}</span>
      <span className="vh">{t(phrases.payments.phoneEnding, { end })}</span>
    </>
  )
  return [...detail, { term: t(phrases.payments.paidFromLabel), value: from, asId: true }]
}
