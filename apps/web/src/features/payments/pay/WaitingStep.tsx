import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import {
  type Order,
  type PaymentAttempt,
  promptIntervalSeconds,
  promptTimeoutSeconds,
} from '@pawtrait/contract/payments/payments.ts'
import check from '@phosphor-icons/core/bold/check-bold.svg?path'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatMinutesAndSeconds } from '#lib/time/format-days.ts'
import { useSecondsUntil } from '#lib/time/use-seconds-until.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PayDetails } from './PayDetails.tsx'
import styles from './PaySheet.module.css'
import { PayStatus } from './PayStatus.tsx'
import { ResendPromptButton } from './ResendPromptButton.tsx'

type WaitingStepProps = { order: Order; onAgain: () => void; onClose: () => void }

/** Step of the pay sheet while a prompt is valid, and then while the server queries M-Pesa for the result. */
export function WaitingStep({ order, onAgain, onClose }: WaitingStepProps) {
  const t = useTranslate()
  const price = formatMoney(order.price, useLocale())
  const { attempt } = order
  const seconds = useSecondsUntil(attempt?.promptUntil ?? null, promptTimeoutSeconds)
  const wait = useSecondsUntil(attempt?.retryAt ?? null, promptIntervalSeconds)
  if (!attempt) return null
  const isPromptOpen = seconds > 0 && !attempt.confirming
  return (
    <div className={styles.step}>
      <PayStatus>{nextActionText(t, attempt, { left: seconds, wait, price })}</PayStatus>
      <Progress attempt={attempt} left={seconds} />
      <div className={styles.buttons}>
        {!attempt.confirming && <ResendPromptButton kind="quiet" small wait={wait} onAgain={onAgain} />}
        <Button kind="ghost" small onClick={onClose}>
          {t(phrases.ui.close)}
        </Button>
      </div>
      <p className="muted small">
        {t(isPromptOpen ? phrases.payments.safeToClose : phrases.payments.safeToCloseAfterPrompt)}
      </p>
      <PayDetails
        lines={[
          { term: t(phrases.payments.premiumMonthItem), value: price },
          { term: t(phrases.payments.accountLabel), value: attempt.reference, asId: true },
        ]}
      />
    </div>
  )
}

type PromptStatus = { left: number; wait: number; price: string }

/**
 * Returns what the buyer should do next. The text says "the phone" and not "your phone", because the phone may belong
 * to another person.
 */
function nextActionText(
  t: TranslateFunction,
  { confirming, phoneEnd }: PaymentAttempt,
  { left, wait, price }: PromptStatus,
): string {
  const phone = phoneEnd ? t(phrases.payments.maskedPhone, { end: phoneEnd }) : t(phrases.payments.unnamedPhone)
  if (confirming) return t(phrases.payments.confirmText)
  if (left > 0) return t(phrases.payments.enterPinText, { phone, price })
  return t(wait > 0 ? phrases.payments.promptExpired : phrases.payments.mpesaNotAnswered, { phone })
}

/** List of the four stages of a payment, in which `aria-current` marks the current one. */
function Progress({ attempt, left }: { attempt: PaymentAttempt; left: number }) {
  const t = useTranslate()
  const isSent = attempt.state === 'pending'
  const current = attempt.confirming ? 2 : isSent ? 1 : 0
  const steps = [
    t(isSent ? phrases.payments.promptSent : phrases.payments.sendingPrompt),
    t(left > 0 || current > 1 ? phrases.payments.waitingForPin : phrases.payments.waitingForAnswer),
    t(attempt.confirming ? phrases.payments.confirmingWithMpesa : phrases.payments.confirmedByMpesa),
    t(phrases.payments.premiumOn),
  ]
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => (
        <li
          key={step}
          data-state={at < current ? 'done' : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={styles.number}>{at < current ? <Icon path={check} size={18} /> : at + 1}</span>
          {step}
          {at === 1 && current === 1 && left > 0 && (
            <span className={`nums ${styles.left}`} role="timer">
              {formatMinutesAndSeconds(left)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
