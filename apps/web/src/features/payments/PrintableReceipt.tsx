import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import type { Receipt } from '@pawtrait/contract/payments/payments.ts'
import type { ReactNode } from 'react'
import { paymentColumnLabels } from '#i18n/en/by-value/payments/payment-column-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay, formatDaySpan } from '#lib/time/format-days.ts'
import { formatExactTime } from '#lib/time/time.ts'
import { Logo } from '#ui/Logo.tsx'
import styles from './PrintableReceipt.module.css'

const NAIROBI = 'Africa/Nairobi' // Dates on the receipt are in Nairobi time, like those on tax documents.

/** Printable receipt, with a white background in both themes. */
export function PrintableReceipt({ receipt }: { receipt: Receipt }) {
  const t = useTranslate()
  const locale = useLocale()
  const { number, at, buyer, livemode } = receipt
  return (
    <article className={styles.paper} aria-label={t(phrases.payments.receiptWithNumber, { number })}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Logo size={40} />
          {t(phrases.app.appName)}
        </span>
        {!livemode && <span className={styles.stamp}>{t(phrases.payments.testModeMark)}</span>}
      </header>
      <h2 className={styles.title}>{t(paymentColumnLabels.receipt)}</h2>
      <dl className={styles.facts}>
        <Fact term={t(phrases.payments.receiptNumberLabel)} asId>
          {number}
        </Fact>
        <Fact term={t(phrases.payments.dateLabel)}>{formatExactTime(at, locale, NAIROBI)}</Fact>
        <Fact term={t(phrases.payments.buyerLabel)}>
          {buyer ? (
            <>
              <bdi>{buyer.fullname}</bdi> <span className="id">@{buyer.username}</span>
            </>
          ) : (
            t(phrases.payments.buyerDeleted)
          )}
        </Fact>
      </dl>
      <Amounts receipt={receipt} />
      <BuyerAndSeller receipt={receipt} />
      {!livemode && <p className={styles.foot}>{t(phrases.payments.testReceiptNote)}</p>}
    </article>
  )
}

function Fact({ term, asId = false, children }: { term: string; asId?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={asId ? 'id' : undefined}>{children}</dd>
    </div>
  )
}

/** Table of amounts with price, tax if the seller charges it, and refunds. */
function Amounts({ receipt: { from, until, price, vat, credits } }: { receipt: Receipt }) {
  const t = useTranslate()
  const locale = useLocale()
  const money = (amount: Receipt['price']) => formatMoney(amount, locale)
  return (
    <table className={styles.amounts}>
      <thead>
        <tr>
          <th scope="col">{t(paymentColumnLabels.what)}</th>
          <th scope="col">{t(paymentColumnLabels.amount)}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {t(phrases.payments.premiumMonthItem)}
            <small>{t(phrases.payments.periodText, { span: formatDaySpan(from, until, locale, NAIROBI) })}</small>
          </td>
          <td>{money(price)}</td>
        </tr>
        <TaxLines vat={vat} money={money} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t(phrases.payments.amountPaidLabel)}</th>
          <td>{money(price)}</td>
        </tr>
        {credits.map(({ at, amount }, index) => (
          <tr key={index}>
            <th scope="row">{t(phrases.payments.refundedOn, { day: formatDay(at, locale, NAIROBI) })}</th>
            <td>−{money(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

function TaxLines({ vat, money }: Pick<Receipt, 'vat'> & { money: (amount: Receipt['price']) => string }) {
  const t = useTranslate()
  if (!vat)
    return (
      <tr>
        <td colSpan={2}>{t(phrases.payments.noVat)}</td>
      </tr>
    )
  return (
    <>
      <tr>
        <td>{t(phrases.payments.netLabel)}</td>
        <td>{money(vat.net)}</td>
      </tr>
      <tr>
        <td>{t(phrases.payments.vatLabel, { rate: vat.rateBps / 100 })}</td>
        <td>{money(vat.tax)}</td>
      </tr>
    </>
  )
}

/** Payment method and seller. */
function BuyerAndSeller({ receipt }: { receipt: Receipt }) {
  const t = useTranslate()
  const { method, methodDetail, seller } = receipt
  return (
    <dl className={`${styles.facts} ${styles.two}`}>
      <Fact term={t(paymentColumnLabels.paidWith)}>
        <PaymentMethodText receipt={receipt} />
      </Fact>
      {method === 'mpesa' && (
        <Fact term={t(phrases.payments.mpesaReceiptLabel)} asId>
          {methodDetail ?? t(phrases.payments.receiptNumberUnknown)}
        </Fact>
      )}
      <Fact term={t(phrases.payments.sellerLabel)}>
        {seller.name}
        {seller.address && <span className={styles.address}>{seller.address}</span>}
      </Fact>
      {seller.kraPin && (
        <Fact term={t(phrases.payments.kraPinLabel)} asId>
          {seller.kraPin}
        </Fact>
      )}
    </dl>
  )
}

/** Payment method: the card, or the last digits of the phone number. A receipt never contains the full number. */
function PaymentMethodText({ receipt: { method, methodDetail, phoneEnd } }: { receipt: Receipt }) {
  const t = useTranslate()
  if (method === 'card') return methodDetail ?? t(phrases.payments.cardMethodName)
  return phoneEnd ? t(phrases.payments.mpesaWithPhoneEnd, { end: phoneEnd }) : t(phrases.payments.mpesaMethodName)
}
