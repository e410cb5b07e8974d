import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import type { PaymentHistoryRow } from '@pawtrait/contract/payments/payments.ts'
import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import { paymentColumnLabels } from '#i18n/en/by-value/payments/payment-column-labels.ts'
import { paymentStateLabels } from '#i18n/en/by-value/payments/payment-state-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay, formatDaySpan } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './PaymentTable.module.css'

type PaymentTableProps = { payments: readonly PaymentHistoryRow[]; receiptPath: (number: string) => string }

/** Table of payments and failed attempts, newest first. Each payment links to its receipt. */
export function PaymentTable({ payments, receiptPath }: PaymentTableProps) {
  const t = useTranslate()
  const columns = ['date', 'what', 'paidWith', 'receipt', 'amount', 'status'] as const
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={column === 'amount' ? styles.amount : undefined}>
              {t(paymentColumnLabels[column])}
            </th>
          ))}
          <th scope="col">
            <span className="vh">{t(phrases.payments.openReceiptColumn)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} receiptPath={receiptPath} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ payment, receiptPath }: { payment: PaymentHistoryRow; receiptPath: (number: string) => string }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { at, period, method, methodDetail, receipt, price, state, refusal } = payment
  return (
    <tr>
      <td>{formatDay(at, locale, timeZone)}</td>
      <td>
        {t(phrases.payments.premiumMonthItem)}
        {period && (
          <small className={styles.detail}>{formatDaySpan(period.from, period.until, locale, timeZone)}</small>
        )}
      </td>
      <td>
        <PaymentMethodText {...{ method, methodDetail }} />
      </td>
      <td className={`id ${styles.receipt}`}>
        {receipt ?? <span className="muted">{t(phrases.payments.noReceiptNumber)}</span>}
      </td>
      <td className={`nums ${styles.amount}`}>{formatMoney(price, locale)}</td>
      <td>
        <span className={styles.state} data-state={state}>
          {t(paymentStateLabels[state])}
        </span>
        {refusal && <small className={styles.detail}>{t(phrases.payments.refundRefused, { why: refusal })}</small>}
      </td>
      <td>
        {receipt && (
          <Link
            className={styles.open}
            to={receiptPath(receipt)}
            aria-label={t(phrases.payments.receiptWithNumber, { number: receipt })}
          >
            <Icon path={caret} size={20} />
          </Link>
        )}
      </td>
    </tr>
  )
}

/** Payment method of a row. `methodDetail` is the label of the card, or the M-Pesa code of the payment. */
function PaymentMethodText({ method, methodDetail }: Pick<PaymentHistoryRow, 'method' | 'methodDetail'>) {
  const t = useTranslate()
  if (method === 'card') return methodDetail ?? t(phrases.payments.cardMethodName)
  return (
    <>
      {t(phrases.payments.mpesaMethodName)}
      {methodDetail && <small className={`id ${styles.detail}`}>{methodDetail}</small>}
    </>
  )
}
