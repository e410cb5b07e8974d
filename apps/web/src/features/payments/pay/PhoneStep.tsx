import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import { type Order, type PaymentAttempt, promptIntervalSeconds } from '@pawtrait/contract/payments/payments.ts'
import { parseKenyanMobile } from '@pawtrait/contract/payments/phone-number.ts'
import type { Plan } from '@pawtrait/contract/payments/premium.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { formatMinutesAndSeconds } from '#lib/time/format-days.ts'
import { isoTimeAfterSeconds, useSecondsUntil } from '#lib/time/use-seconds-until.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { PayDetails } from './PayDetails.tsx'
import { PayError } from './PayError.tsx'
import styles from './PaySheet.module.css'
import { endsWithDigits, formatNationalPhone } from './phone-number.ts'
import { useStartPayment } from './use-start-payment.ts'

type PromptRefusal = { phone: string; until: string }

type PhoneStepProps = {
  plan: Plan
  before: PaymentAttempt | null
  phone: string
  onPhone: (phone: string) => void
  onOrder: (order: Order) => void
}

/** Form for a phone number. Submitting it sends an M-Pesa prompt to the phone. */
export function PhoneStep({ plan, before, phone, onPhone, onOrder }: PhoneStepProps) {
  const t = useTranslate()
  const locale = useLocale()
  const [wrong, setWrong] = useState<object | null>(null)
  const { rest, recordRefusal } = usePhonePause(phone, before)
  const pay = useStartPayment()
  const form = useRef<HTMLFormElement>(null)
  const isPhoneInvalid = pay.error instanceof CallError && pay.error.code === 'validation-failed'
  useFocusFirstInvalid(form, isPhoneInvalid ? pay.error : wrong)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (pay.isPending || rest > 0) return
    if (!parseKenyanMobile(phone)) return setWrong({})
    setWrong(null)
    // Uses the promise of `mutateAsync`, because callbacks passed to `mutate` do not run after this form is unmounted.
    pay.mutateAsync({ method: 'mpesa', phone }).then(onOrder, recordRefusal)
  }
  return (
    <form ref={form} className={styles.step} onSubmit={send} noValidate>
      <PhoneField
        phone={phone}
        error={wrong || isPhoneInvalid ? t(phrases.payments.phoneInvalid) : null}
        onPhone={(typed) => {
          onPhone(typed)
          setWrong(null)
        }}
      />
      <PayDetails lines={[{ term: t(phrases.payments.premiumMonthItem), value: formatMoney(plan.price, locale) }]} />
      {rest === 0 && pay.error && !isPhoneInvalid && <PayError error={pay.error} />}
      <SendButton rest={rest} isSending={pay.isPending} />
      <p className="muted small">{t(phrases.payments.noRenewal)}</p>
    </form>
  )
}

/** Submit button. Disabled with a reason and a countdown while the same phone may not get another prompt. */
function SendButton({ rest, isSending }: { rest: number; isSending: boolean }) {
  const t = useTranslate()
  const reasonId = useId()
  if (rest === 0)
    return (
      <Button type="submit" kind="spark" block busy={isSending}>
        {t(isSending ? phrases.payments.sendingLabel : phrases.payments.sendPrompt)}
      </Button>
    )
  return (
    <>
      <p id={reasonId} role="status" className="small">
        {t(phrases.payments.promptedBefore)} {t(phrases.payments.resendPauseReason)}
      </p>
      <Button type="submit" kind="spark" block disabled aria-describedby={reasonId}>
        {t(phrases.payments.sendAgainIn, { time: formatMinutesAndSeconds(rest) })}
      </Button>
    </>
  )
}

type PhoneFieldProps = { phone: string; error: string | null; onPhone: (phone: string) => void }

function PhoneField({ phone, error, onPhone }: PhoneFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.payments.phoneLabel)}
      help={t(phrases.payments.phoneHelp)}
      error={error}
      before="+254"
      asId
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="712 345 678"
      data-autofocus
      required
      maxLength={40}
      value={phone}
      onChange={({ target }) => onPhone(target.value)}
      onBlur={() => onPhone(formatNationalPhone(phone))}
    />
  )
}

/**
 * Returns the seconds until the typed number may get another prompt. The time comes from the last attempt or, after
 * `recordRefusal`, from the server's refusal.
 */
function usePhonePause(phone: string, before: PaymentAttempt | null) {
  const [promptRefusal, setPromptRefusal] = useState<PromptRefusal | null>(null)
  const knownRetryAt = before !== null && endsWithDigits(phone, before.phoneEnd) ? before.retryAt : null
  const pauseByAttempt = useSecondsUntil(knownRetryAt, promptIntervalSeconds)
  const pauseByServer = useSecondsUntil(
    promptRefusal?.phone === phone ? promptRefusal.until : null,
    promptIntervalSeconds,
  )
  const recordRefusal = (error: Error) => {
    if (!(error instanceof CallError) || error.code !== 'phone-asked-before') return
    const seconds = error.problem?.retryAfterSeconds ?? promptIntervalSeconds
    setPromptRefusal({ phone, until: isoTimeAfterSeconds(seconds) })
  }
  return { rest: Math.max(pauseByAttempt, pauseByServer), recordRefusal }
}
