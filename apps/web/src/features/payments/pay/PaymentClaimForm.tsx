import type { OrderId } from '@pawtrait/contract/ids.ts'
import { claimPayment, isMpesaCode, type PaymentClaim } from '@pawtrait/contract/payments/payment-claims.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { paymentClaimsQuery } from '#features/payments/payment-cache.ts'
import { paymentClaimStateTexts } from '#i18n/en/by-value/payments/payment-claim-state-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import styles from './PaySheet.module.css'

/** Form to claim a payment that the app did not notice. The buyer enters the M-Pesa code of the payment. */
export function PaymentClaimForm({ order }: { order: OrderId }) {
  const t = useTranslate()
  const { data } = useQuery(paymentClaimsQuery(order))
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { error, isPending, tell } = useClaim(order)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const isCode = isMpesaCode(code)
    setWrong(!isCode)
    if (isCode && !isPending) tell(code)
  }
  const type = (typed: string) => {
    setCode(typed)
    setWrong(false)
  }
  return (
    <details className={styles.more}>
      <summary>{t(phrases.payments.claimPayment)}</summary>
      <form className={styles.step} onSubmit={send} noValidate>
        <Field
          label={t(phrases.payments.mpesaCode)}
          help={t(phrases.payments.mpesaCodeHelp)}
          error={isWrong ? t(phrases.payments.mpesaCodeInvalid) : error}
          asId
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={({ target }) => type(target.value)}
        />
        <Button type="submit" kind="ghost" block busy={isPending}>
          {t(isPending ? phrases.payments.sendingLabel : phrases.payments.findPayment)}
        </Button>
      </form>
      <ClaimState claim={data?.claims[0]} />
    </details>
  )
}

function useClaim(order: OrderId) {
  const formatProblem = useProblemText()
  const queries = useQueryClient()
  const claim = useMutation({
    mutationKey: ['claim-payment'],
    mutationFn: (code: string) => call(claimPayment, { params: { id: order }, body: { code } }),
    // Refetches the order after an error too, because the order may have been paid in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: ['premium', 'order', order] }),
  })
  const error = claim.error && formatProblem(claim.error)
  return { error, isPending: claim.isPending, tell: (code: string) => claim.mutate(code) }
}

/**
 * State of the last submitted M-Pesa code. Renders nothing for an accepted code, because the sheet then shows the paid
 * order.
 */
function ClaimState({ claim }: { claim: PaymentClaim | undefined }) {
  const t = useTranslate()
  return (
    <p role="status" className="muted small">
      {claim &&
        claim.state !== 'accepted' &&
        t(paymentClaimStateTexts[claim.reason ?? claim.state], { code: claim.code })}
    </p>
  )
}
