import type { PaymentLine } from '@pawtrait/contract/payments.ts'
import { Link } from 'react-router'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { longDay } from '#lib/days.ts'
import { formatMoney } from '@pawtrait/contract/money.ts'
import styles from './PaymentTable.module.css'

type PaymentTableProps = { payments: readonly PaymentLine[]; receiptPath: (number: string) => string }

/** What was paid, newest first; a row leads to its receipt. */
export function PaymentTable({ payments, receiptPath }: PaymentTableProps) {
  const t = useTranslate()
  const columns = ['date', 'what', 'paidWith', 'receipt', 'amount', 'status'] as const
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={column === 'amount' ? styles.amount : undefined}>
              {t(`payments.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <Row key={`${payment.orderId} ${payment.at}`} payment={payment} receiptPath={receiptPath} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ payment, receiptPath }: { payment: PaymentLine; receiptPath: (number: string) => string }) {
  const t = useTranslate()
  const locale = useLocale()
  const { at, method, methodDetail, receipt, price, state, livemode } = payment
  return (
    <tr>
      <td>{longDay(at, locale)}</td>
      <td>{t('payments.planMonth')}</td>
      <td>
        {t(`payments.${method}`)} {methodDetail && <span className={`id ${styles.detail}`}>{methodDetail}</span>}
      </td>
      <td>
        {receipt ? (
          <Link className={`link id ${styles.receipt}`} to={receiptPath(receipt)}>
            {receipt}
          </Link>
        ) : (
          '–'
        )}
      </td>
      <td className={`nums ${styles.amount}`}>{formatMoney(price, locale)}</td>
      <td>
        <span className={styles.state} data-state={state}>
          {t(`payments.state-${state}`)}
        </span>
        {!livemode && <span className={styles.test}>{t('payments.test')}</span>}
      </td>
    </tr>
  )
}
