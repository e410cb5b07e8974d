import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { offerQuery, paymentsQuery } from '#features/payments/payment-cache.ts'
import { PaymentTable } from '#features/payments/PaymentTable.tsx'
import { PlanNow } from '#features/payments/PlanNow.tsx'
import { TestBar } from '#features/payments/TestBar.tsx'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { paths } from '../paths.ts'
import { TopBar } from '../TopBar.tsx'
import styles from './PaymentsPage.module.css'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(offerQuery(call)),
    queries.prefetchQuery(premiumQuery(call)),
    queries.prefetchInfiniteQuery(paymentsQuery(call)),
  ])
  return { head: { title: t('app.pageTitle', { page: t('payments.payments') }), hidden: true } }
})

/** `/settings/payments`: the plan, what was paid, receipts. */
export function PaymentsPage() {
  const t = useTranslate()
  const { data: offer } = useQuery(offerQuery())
  const { data: status } = useQuery(premiumQuery())
  return (
    <>
      {offer && <TestBar {...offer} />}
      <TopBar title={t('payments.payments')} back />
      <Content>
        <div className={styles.page}>
          {status && <PlanNow status={status} premiumPath={paths.premium} />}
          <section className={styles.card} aria-labelledby="history">
            <h2 id="history">{t('payments.history')}</h2>
            <History />
          </section>
          <section className={styles.card} aria-labelledby="wrong">
            <h3 id="wrong">{t('payments.wrong')}</h3>
            <p className="muted">{t('payments.wrongLead')}</p>
          </section>
        </div>
      </Content>
    </>
  )
}

function History() {
  const t = useTranslate()
  const list = useInfiniteQuery(paymentsQuery())
  const payments = list.data?.pages.flatMap((page) => page.payments)
  if (!payments && list.isError)
    return (
      <ErrorBox
        title={t('payments.historyFailed')}
        action={
          <Button kind="ghost" small busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('ui.tryAgain')}
          </Button>
        }
      />
    )
  if (!payments)
    return (
      <Loading label={t('app.loading')}>
        <Skeleton shape="block" className={styles.skeleton} />
      </Loading>
    )
  if (payments.length === 0)
    return (
      <p className="muted">
        <b>{t('payments.none')}.</b> {t('payments.noneLead')}
      </p>
    )
  return (
    <>
      <PaymentTable payments={payments} receiptPath={paths.receipt} />
      {list.hasNextPage && (
        <Button kind="ghost" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('payments.earlier')}
        </Button>
      )}
    </>
  )
}
