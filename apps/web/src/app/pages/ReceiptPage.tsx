import printer from '@phosphor-icons/core/regular/printer.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { receiptQuery } from '#features/payments/payment-cache.ts'
import { ReceiptPaper } from '#features/payments/ReceiptPaper.tsx'
import { TestBar } from '#features/payments/TestBar.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'

export const loader = loadsForUser(async ({ t, queries, call }, { params }) => {
  const { number } = await queries.fetchQuery(receiptQuery(params.number ?? '', call))
  return { head: { title: t('app.pageTitle', { page: t('payments.receiptNamed', { number }) }), hidden: true } }
})

/** `/receipts/:number`, to be read and printed. */
export function ReceiptPage() {
  const t = useTranslate()
  const { number = '' } = useParams()
  const { data: receipt } = useQuery(receiptQuery(number))
  return (
    <>
      {receipt && <TestBar livemode={receipt.livemode} />}
      <TopBar title={t('payments.receiptNamed', { number })} back>
        <Button small icon={<Icon path={printer} size={20} />} onClick={() => window.print()}>
          {t('payments.print')}
        </Button>
      </TopBar>
      <Content>{receipt && <ReceiptPaper receipt={receipt} />}</Content>
    </>
  )
}
