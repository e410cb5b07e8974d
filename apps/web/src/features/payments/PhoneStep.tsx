import type { Order } from '@pawtrait/contract/payments.ts'
import type { Plan } from '@pawtrait/contract/premium.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/call.ts'
import { formatMoney } from '@pawtrait/contract/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useFirstWrong } from '#ui/use-first-wrong.ts'
import { PayLines } from './PayLines.tsx'
import { PayRefused } from './PayRefused.tsx'
import styles from './PaySheet.module.css'
import { readPhone } from './read-phone.ts'
import { usePay } from './use-pay.ts'

type PhoneStepProps = {
  plan: Plan
  /** As typed. */
  phone: string
  onPhone: (phone: string) => void
  onOrder: (order: Order) => void
}

/** Asks for the number and sends the prompt. */
export function PhoneStep({ plan, phone, onPhone, onOrder }: PhoneStepProps) {
  const t = useTranslate()
  const locale = useLocale()
  const [wrong, setWrong] = useState<object | null>(null)
  const pay = usePay()
  const form = useRef<HTMLFormElement>(null)
  const refused = pay.error instanceof CallError && pay.error.code === 'validation-failed'
  useFirstWrong(form, refused ? pay.error : wrong)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (pay.isPending) return
    if (!readPhone(phone)) return setWrong({})
    setWrong(null)
    pay.mutate({ method: 'mpesa', phone }, { onSuccess: onOrder })
  }
  return (
    <form ref={form} className={styles.step} onSubmit={send} noValidate>
      <PhoneField
        phone={phone}
        error={wrong || refused ? t('payments.phoneWrong') : null}
        onPhone={(typed) => {
          onPhone(typed)
          setWrong(null)
        }}
      />
      <PayLines lines={[{ term: t('payments.planMonth'), value: formatMoney(plan.price, locale) }]} />
      {pay.error && !refused && <PayRefused error={pay.error} />}
      <Button type="submit" kind="spark" block busy={pay.isPending}>
        {t(pay.isPending ? 'payments.sending' : 'payments.sendPrompt')}
      </Button>
      <p className="muted small">{t('payments.noRenewal')}</p>
    </form>
  )
}

type PhoneFieldProps = { phone: string; error: string | null; onPhone: (phone: string) => void }

function PhoneField({ phone, error, onPhone }: PhoneFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t('payments.phone')}
      help={t('payments.phoneHelp')}
      error={error}
      asId
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="0712 345 678"
      data-autofocus
      required
      maxLength={30}
      value={phone}
      onChange={({ target }) => onPhone(target.value)}
    />
  )
}
