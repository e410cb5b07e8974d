import type { Order } from '@pawtrait/contract/payments.ts'
import { Link } from 'react-router'
import { Rosette } from '#features/premium/Rosette.tsx'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatMoney } from '@pawtrait/contract/money.ts'
import { useEndTime } from '#lib/use-end-time.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { Lead } from './Lead.tsx'
import { PayLines } from './PayLines.tsx'
import styles from './PaySheet.module.css'

/** Addresses this leads to; the app knows them. */
export type PayLinks = { feed: string; receipt: (number: string) => string }

/** The money came and the plan is on. */
export function PaidStep({ order, links }: { order: Order; links: PayLinks }) {
  const t = useTranslate()
  const locale = useLocale()
  const endTime = useEndTime()
  const { receipt, premiumUntil } = order
  const day = premiumUntil && endTime(premiumUntil)
  return (
    <div className={styles.step}>
      <svg className={styles.art} width="120" height="120" viewBox="-75 -80 150 200" aria-hidden="true">
        <Rosette x={0} y={0} scale={1} />
      </svg>
      <Lead>{day ? t('payments.paidLead', { day }) : t('payments.paidLeadBare')}</Lead>
      {order.refundDue && <Note icon={info}>{t('payments.paidTwice')}</Note>}
      <PayLines
        lines={[
          { term: t('payments.planMonth'), value: formatMoney(order.price, locale) },
          ...(receipt ? [{ term: t('payments.receiptNumber'), value: receipt, asId: true }] : []),
        ]}
      />
      <Link className={buttonClass({ block: true })} to={links.feed}>
        {t('payments.backToFeed')}
      </Link>
      {receipt && (
        <Link className={buttonClass({ kind: 'quiet', small: true })} to={links.receipt(receipt)}>
          {t('payments.openReceipt')}
        </Link>
      )}
    </div>
  )
}
