import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import { type PaymentHistoryRow, requestRefund } from '@pawtrait/contract/payments/payments.ts'
import receiptIcon from '@phosphor-icons/core/regular/receipt.svg?path'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { Button } from '#ui/Button.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { paymentsQuery } from './payment-cache.ts'
import styles from './RefundDialog.module.css'

type RefundDialogProps = {
  payments: readonly PaymentHistoryRow[]
  open: boolean
  onClose: () => void
}

const MAX_REASON_LENGTH = 500

/** Dialog that requests a refund of a payment, with a reason. */
export function RefundDialog({ payments, open, onClose }: RefundDialogProps) {
  const t = useTranslate()
  const form = useId()
  const [selectedReceipt, setSelectedReceipt] = useState<string | null>(null)
  const [reasonText, setReasonText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const receipt = payments.find((line) => line.receipt === selectedReceipt)?.receipt ?? payments[0]?.receipt
  const refund = useRequestRefund(() => {
    onClose()
    setReasonText('')
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reasonText.trim() === '')
    if (receipt && reasonText.trim() !== '' && !refund.isPending) refund.mutate({ number: receipt, words: reasonText })
  }
  const actions = <Actions form={form} busy={refund.isPending} onClose={onClose} />
  const head = { title: t(phrases.payments.requestRefund), icon: receiptIcon, closeLabel: t(phrases.ui.close) }
  return (
    <Dialog {...{ open, onClose, actions }} {...head}>
      <p className="muted">{t(phrases.payments.requestRefundText)}</p>
      <form id={form} className={styles.form} onSubmit={send} noValidate>
        <PaymentChoice payments={payments} chosen={receipt ?? ''} onChoose={setSelectedReceipt} />
        <TextArea
          label={t(phrases.payments.refundReasonLabel)}
          help={t(phrases.payments.refundReasonHelp)}
          error={isMissing ? t(phrases.payments.refundReasonMissing) : null}
          maxLength={MAX_REASON_LENGTH}
          rows={3}
          required
          value={reasonText}
          onChange={({ target }) => setReasonText(target.value)}
        />
      </form>
      <CallErrorMessage title={t(phrases.payments.refundRequestFailed)} error={refund.error} />
    </Dialog>
  )
}

function useRequestRefund(onAsked: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['ask-back'],
    mutationFn: ({ number, words }: { number: string; words: string }) =>
      call(requestRefund, { params: { number }, body: { words } }),
    onSuccess: () => {
      onAsked()
      toast({ text: t(phrases.payments.refundRequested) })
    },
    // Refetches after an error too. The refund may have been requested in another tab, or the deadline has passed.
    onSettled: () => queries.invalidateQueries({ queryKey: paymentsQuery().queryKey }),
  })
}

function Actions({ form, busy, onClose }: { form: string; busy: boolean; onClose: () => void }) {
  const t = useTranslate()
  return (
    <>
      <Button type="submit" form={form} busy={busy}>
        {t(busy ? phrases.payments.sendingLabel : phrases.payments.sendRefundRequest)}
      </Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
}

type PaymentChoiceProps = Pick<RefundDialogProps, 'payments'> & { chosen: string; onChoose: (receipt: string) => void }

/** Shows the refundable payment, or a radio button for each payment if several are refundable. */
function PaymentChoice({ payments, chosen, onChoose }: PaymentChoiceProps) {
  const t = useTranslate()
  const locale = useLocale()
  const options = payments.flatMap(({ at, price, receipt }) =>
    receipt ? [{ value: receipt, label: `${formatDay(at, locale)}, ${formatMoney(price, locale)}, ${receipt}` }] : [],
  )
  const [only] = options
  if (options.length === 1 && only) return <p>{only.label}</p>
  return (
    <RadioGroup
      rows
      legend={t(phrases.payments.refundPaymentLabel)}
      name="payment"
      options={options}
      value={chosen}
      onChange={onChoose}
    />
  )
}
