import { mailReceipt } from '@pawtrait/contract/payments/payments.ts'
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?path'
import printer from '@phosphor-icons/core/regular/printer.svg?path'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { TestModeBar } from '#features/payments/pay/TestModeBar.tsx'
import { paymentColumnLabels } from '#i18n/en/by-value/payments/payment-column-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { mailEnabledQuery } from '#shell/instance-config.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { PrintableReceipt } from './PrintableReceipt.tsx'
import { paymentOfferQuery, receiptQuery } from './payment-cache.ts'
import styles from './ReceiptPage.module.css'

export const loader = userPageLoader(async ({ t, queries, call: callApi }, { params }) => {
  const [{ number }] = await Promise.all([
    fetchWithCacheFallback(queries, receiptQuery(params.number ?? '', callApi)),
    queries.prefetchQuery(mailEnabledQuery(callApi)),
  ])
  return { head: createPageHead(t, t(phrases.payments.receiptWithNumber, { number })) }
})

/** The page at `/receipts/:number`, with a receipt and buttons to print and mail it. */
export function ReceiptPage() {
  const t = useTranslate()
  const { number = '' } = useParams()
  const { data: receipt } = useQuery(receiptQuery(number))
  const { data: offer } = useQuery(paymentOfferQuery())
  const { data: canMail } = useQuery(mailEnabledQuery())
  return (
    <>
      {receipt && <TestModeBar livemode={receipt.livemode} simulated={offer?.simulated ?? false} />}
      <TopBar title={t(paymentColumnLabels.receipt)} back />
      <MainContent>
        <div className={styles.acts}>
          {canMail && <MailReceipt number={number} />}
          <Button small icon={<Icon path={printer} size={20} />} onClick={() => window.print()}>
            {t(phrases.payments.print)}
          </Button>
        </div>
        {receipt && <PrintableReceipt receipt={receipt} />}
      </MainContent>
    </>
  )
}

/** Button that mails the receipt to the viewer. */
function MailReceipt({ number }: { number: string }) {
  const t = useTranslate()
  const toast = useToast()
  const email = useViewer()?.email ?? ''
  const mail = useMutation({
    mutationKey: ['mail-receipt', number],
    mutationFn: () => call(mailReceipt, { params: { number } }),
    onSuccess: () => toast({ text: t(phrases.payments.receiptMailed, { email }) }),
  })
  return (
    <>
      <CallErrorMessage title={t(phrases.payments.mailReceiptFailed)} error={mail.error} />
      <Button
        kind="ghost"
        small
        icon={<Icon path={envelope} size={20} />}
        busy={mail.isPending}
        onClick={() => mail.mutate()}
      >
        {t(phrases.payments.mailReceipt)}
      </Button>
    </>
  )
}
