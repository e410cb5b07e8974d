import check from '@phosphor-icons/core/bold/check-bold.svg?path'
import type { Attempt, Order } from '@pawtrait/contract/payments.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatMoney } from '@pawtrait/contract/money.ts'
import { minutesAndSeconds } from '#lib/days.ts'
import { useSecondsUntil } from '#lib/use-seconds-until.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Lead } from './Lead.tsx'
import { PayLines } from './PayLines.tsx'
import { PayRefused } from './PayRefused.tsx'
import styles from './PaySheet.module.css'
import { PhoneArt } from './PhoneArt.tsx'
import { useCancelOrder, usePay } from './use-pay.ts'

/** How long M-Pesa keeps a prompt open, and a phone is left alone: two minutes (payments.md §1.7). */
export const PROMPT_SECONDS = 120

type WaitingStepProps = { order: Order; phone: string; onOrder: (order: Order) => void; onClose: () => void }

/** A prompt is on the phone. */
export function WaitingStep({ order, phone, onOrder, onClose }: WaitingStepProps) {
  const t = useTranslate()
  const price = formatMoney(order.price, useLocale())
  const { attempt } = order
  const left = useSecondsUntil(attempt?.promptUntil ?? null, PROMPT_SECONDS)
  const cancel = useCancelOrder()
  if (!attempt) return null
  const { phoneEnd } = attempt
  return (
    <div className={styles.step}>
      <PhoneArt />
      <Lead>
        {phoneEnd ? t('payments.enterPin', { end: phoneEnd, price }) : t('payments.enterPinAnyPhone', { price })}
      </Lead>
      <Progress attempt={attempt} left={left} />
      <div className={styles.buttons}>
        <SendAgain attempt={attempt} phone={phone} onOrder={onOrder} />
        <Button
          kind="ghost"
          small
          busy={cancel.isPending}
          onClick={() => cancel.mutate(order.id, { onSuccess: onClose })}
        >
          {t('payments.giveUp')}
        </Button>
      </div>
      {cancel.isError && <ErrorBox title={t('payments.cancelFailed')} />}
      <p className="muted small">{t('payments.safeToClose')}</p>
      <PayLines
        lines={[
          { term: t('payments.planMonth'), value: price },
          { term: t('payments.account'), value: attempt.reference, asId: true },
        ]}
      />
    </div>
  )
}

/** Four steps; the one that is being waited for is the current. */
function Progress({ attempt, left }: { attempt: Attempt; left: number }) {
  const t = useTranslate()
  const isSent = attempt.state === 'pending'
  const current = attempt.confirming ? 2 : isSent ? 1 : 0
  const steps = [
    t(isSent ? 'payments.promptSent' : 'payments.promptOnItsWay'),
    t(left > 0 ? 'payments.waitingForPin' : 'payments.waitingForAnswer'),
    t(attempt.confirming ? 'payments.confirming' : 'payments.confirmedByMpesa'),
    t('payments.premiumOn'),
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
              {minutesAndSeconds(left)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

type SendAgainProps = { attempt: Attempt; phone: string; onOrder: (order: Order) => void }

/** The same phone is left alone for two minutes; then another prompt may go out. */
function SendAgain({ attempt, phone, onOrder }: SendAgainProps) {
  const t = useTranslate()
  const wait = useSecondsUntil(attempt.retryAt, PROMPT_SECONDS)
  const pay = usePay()
  // Read again after a reload, the number is not known here any more, and a prompt to nobody helps nobody.
  if (phone === '') return null
  const send = () => pay.mutate({ method: 'mpesa', phone }, { onSuccess: onOrder })
  return (
    <>
      <Button kind="quiet" small disabled={wait > 0} busy={pay.isPending} onClick={send}>
        {wait > 0 ? t('payments.sendAgainIn', { time: minutesAndSeconds(wait) }) : t('payments.sendAgain')}
      </Button>
      {pay.error && <PayRefused error={pay.error} />}
    </>
  )
}
