import { paths } from '@pawtrait/contract/paths.ts'
import { exportPayments, type PaymentHistoryRow } from '@pawtrait/contract/payments/payments.ts'
import { type PremiumStatus, setPlanMailSetting } from '@pawtrait/contract/payments/premium.ts'
import download from '@phosphor-icons/core/regular/download-simple.svg?path'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TestModeBar } from '#features/payments/pay/TestModeBar.tsx'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buildEndpointUrl, call } from '#lib/server/call.ts'
import { useOptimisticCheckbox } from '#lib/use-optimistic-checkbox.ts'
import { useOptimisticSettings } from '#lib/use-optimistic-settings.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Switch } from '#ui/forms/Switch.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { CurrentPlan } from './CurrentPlan.tsx'
import styles from './PaymentsPage.module.css'
import { PaymentTable } from './PaymentTable.tsx'
import { paymentOfferQuery, paymentsQuery } from './payment-cache.ts'

const RefundDialog = lazyDialog(async () => (await import('./RefundDialog.tsx')).RefundDialog)

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(paymentOfferQuery(call)),
    queries.prefetchQuery(premiumQuery(call)),
    queries.prefetchInfiniteQuery(paymentsQuery(call)),
  ])
  return { head: createPageHead(t, t(phrases.payments.paymentsTitle)) }
})

/** The page at `/settings/payments`, with plan, payments and receipts. */
export function PaymentsPage() {
  const t = useTranslate()
  const { data: offer } = useQuery(paymentOfferQuery())
  const { data: status } = useQuery(premiumQuery())
  return (
    <>
      {offer && <TestModeBar {...offer} />}
      <TopBar title={t(phrases.payments.paymentsTitle)} back />
      <MainContent>
        <div className={styles.page}>
          {status && <CurrentPlan status={status} premiumPath={paths.premium} />}
          <RefundSection />
          {typeof status?.mailsOn === 'boolean' && (
            <div className={classNames(styles.card, styles.wide)}>
              <MailSwitch on={status.mailsOn} />
            </div>
          )}
          <section className={classNames(styles.card, styles.wide)} aria-labelledby="history">
            <History />
          </section>
        </div>
      </MainContent>
    </>
  )
}

/** Terms for refunds. While a payment is refundable, a button opens the refund request. */
function RefundSection() {
  const t = useTranslate()
  const [isRefundOpen, setRefundOpen] = useState(false)
  const { data } = useInfiniteQuery(paymentsQuery())
  const payments = data?.pages.flatMap((page) => page.payments).filter((line) => line.mayAskBack) ?? []
  return (
    <section className={styles.card} aria-labelledby="wrong">
      <h3 id="wrong">{t(phrases.payments.problemTitle)}</h3>
      <p className="muted small">{t(phrases.payments.problemText)}</p>
      {payments.length > 0 && (
        <button type="button" className={classNames('link', styles.ask)} onClick={() => setRefundOpen(true)}>
          {t(phrases.payments.requestRefund)}
        </button>
      )}
      <RefundDialog payments={payments} open={isRefundOpen} onClose={() => setRefundOpen(false)} />
    </section>
  )
}

function History() {
  const t = useTranslate()
  const viewer = useViewer()?.id
  const list = useInfiniteQuery(paymentsQuery())
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? []
  const table = buildEndpointUrl(exportPayments, { query: { viewer } })
  return (
    <>
      <div className={styles.head}>
        <h2 id="history">{t(phrases.payments.historyTitle)}</h2>
        {payments.length > 0 && (
          <a className={buttonClass({ kind: 'ghost', small: true })} href={table} download>
            <Icon path={download} size={20} />
            {t(phrases.payments.downloadCsv)}
          </a>
        )}
      </div>
      <QueryContent query={list} failed={t(phrases.payments.historyLoadFailed)}>
        {() => <Lines payments={payments} />}
      </QueryContent>
      <LoadMoreButton list={list} />
    </>
  )
}

function Lines({ payments }: { payments: PaymentHistoryRow[] }) {
  const t = useTranslate()
  if (payments.length === 0)
    return (
      <EmptyState
        picture={<EmptyListArt of="payments" />}
        title={t(phrases.payments.emptyTitle)}
        actions={
          <Link className={buttonClass({ kind: 'soft' })} to={paths.premium}>
            {t(phrases.app.premium)}
          </Link>
        }
      >
        {t(phrases.payments.emptyText)}
      </EmptyState>
    )
  return <PaymentTable payments={payments} receiptPath={paths.receipt} />
}

/** Switch for mails that announce the end of the plan. The mails link to this page. */
function MailSwitch({ on }: { on: boolean }) {
  const t = useTranslate()
  const { mutateAsync, error } = useOptimisticSettings<PremiumStatus, boolean>({
    queryKey: premiumQuery().queryKey,
    optimistic: (status, mailsOn) => ({ ...status, mailsOn }),
    send: (next) => call(setPlanMailSetting, { body: { on: next } }),
  })
  // Catches the rejection, because this component displays `error`.
  const [shown, tick] = useOptimisticCheckbox(on, (next) => mutateAsync(next).catch(() => {}))
  return (
    <>
      <Switch
        label={t(phrases.payments.reminderMails)}
        help={t(phrases.payments.reminderMailsHelp)}
        checked={shown}
        onChange={tick}
      />
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error} />
    </>
  )
}
