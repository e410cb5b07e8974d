import { paths } from '@pawtrait/contract/paths.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PayError } from '#features/payments/pay/PayError.tsx'
import { PendingPaymentNote } from '#features/payments/pay/PendingPaymentNote.tsx'
import { TestModeBar } from '#features/payments/pay/TestModeBar.tsx'
import { PlanCard } from '#features/premium/PlanCard.tsx'
import { PlanFacts } from '#features/premium/PlanFacts.tsx'
import { PlanState } from '#features/premium/PlanState.tsx'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { problemTexts } from '#i18n/en/by-value/app/problem-texts.ts'
import { unavailablePaymentMethodTexts } from '#i18n/en/by-value/payments/unavailable-payment-method-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Link } from '#ui/Link.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './PremiumPage.module.css'
import { paymentOfferQuery, paymentsQuery, pendingOrderQuery } from './payment-cache.ts'
import { useBuyPremium } from './use-buy-premium.ts'

const PaySheet = lazyDialog(async () => (await import('#features/payments/pay/PaySheet.tsx')).PaySheet)

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(paymentOfferQuery(call)),
    queries.prefetchQuery(premiumQuery(call)),
    queries.prefetchQuery(pendingOrderQuery(call)),
  ])
  const status = queries.getQueryData(premiumQuery().queryKey)
  if (status && status.state !== 'none') await queries.prefetchInfiniteQuery(paymentsQuery(call))
  return { head: createPageHead(t, t(phrases.premium.pageTitle)) }
})

const links = { feed: paths.feed, receipt: paths.receipt }

/** The page at `/dashboard/premium`. With `?order=ID` it opens the pay sheet of that order. */
export function PremiumPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const status = useQuery(premiumQuery()).data
  const { id, offer, pendingOrder, open, refusal, card, startPayment, pay, close, openOrder, showStarted } =
    useBuyPremium()
  return (
    <>
      {offer && <TestModeBar {...offer} />}
      <TopBar title={t(phrases.premium.pageTitle)} titled />
      <MainContent>
        <PlanCard
          onMpesa={() => pay('mpesa')}
          onCard={() => pay('card')}
          isOpening={card.isPending}
          state={<PlanSection status={status} waiting={pendingOrder} onShow={(order) => void openOrder(order)} />}
        >
          {refusal && <PaymentUnavailable key={refusal.times} why={refusal.why} />}
          {!refusal && card.error && <PayError error={card.error} />}
        </PlanCard>
        <PlanFacts />
      </MainContent>
      {offer && status && viewer && (
        <PaySheet
          open={open}
          id={id}
          buyer={viewer.id}
          offer={offer}
          plan={status.plan}
          links={links}
          isOpening={card.isPending}
          onOrder={showStarted}
          onCard={() => startPayment('card')}
          onClose={close}
        />
      )}
    </>
  )
}

type PlanSectionProps = { status: PremiumStatus | undefined; waiting: Order | null; onShow: (order: Order) => void }

/** State of the viewer's plan, and a note if a payment is pending. */
function PlanSection({ status, waiting, onShow }: PlanSectionProps) {
  return (
    <>
      {status && status.state !== 'none' && <PlanWithReceipts status={status} />}
      {waiting && <PendingPaymentNote order={waiting} onShow={() => onShow(waiting)} />}
    </>
  )
}

/** State of the plan, and links to all payments and to the newest receipt. For current and former subscribers. */
function PlanWithReceipts({ status }: { status: PremiumStatus }) {
  const t = useTranslate()
  const { data } = useInfiniteQuery(paymentsQuery())
  const receipt = data?.pages[0]?.payments.find((line) => line.receipt)?.receipt
  return (
    <>
      <PlanState status={status} />
      <p className={styles.paid}>
        <Link className="link" to={paths.payments}>
          {t(phrases.premium.yourPayments)}
        </Link>
        {receipt && (
          <Link className="link" to={paths.receipt(receipt)}>
            {t(phrases.premium.lastReceiptLink, { number: receipt })}
          </Link>
        )}
      </p>
    </>
  )
}

function PaymentUnavailable({ why }: { why: 'notSetUp' | 'mpesaOff' | 'cardOff' | 'unknown' }) {
  const t = useTranslate()
  if (why === 'unknown') return <ErrorBox title={t(problemTexts.offline)}>{t(phrases.premium.reloadHelp)}</ErrorBox>
  return <ErrorBox title={t(unavailablePaymentMethodTexts[why])}>{t(phrases.premium.notSetUpHelp)}</ErrorBox>
}
