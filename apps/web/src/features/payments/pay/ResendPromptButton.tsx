import { useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { formatMinutesAndSeconds } from '#lib/time/format-days.ts'
import { Button } from '#ui/Button.tsx'

type ResendPromptButtonProps = {
  kind: 'spark' | 'quiet'
  block?: boolean
  small?: boolean
  busy?: boolean
  /** Seconds until the phone may get another prompt. */
  wait: number
  onAgain: () => void
}

/** Button that opens the form for another prompt. Disabled with a countdown during the pause between prompts. */
export function ResendPromptButton({ wait, onAgain, ...look }: ResendPromptButtonProps) {
  const t = useTranslate()
  const reason = useId()
  const isWaiting = wait > 0
  return (
    <>
      <Button {...look} disabled={isWaiting} aria-describedby={isWaiting ? reason : undefined} onClick={onAgain}>
        {isWaiting
          ? t(phrases.payments.sendAgainIn, { time: formatMinutesAndSeconds(wait) })
          : t(phrases.payments.sendAgain)}
      </Button>
      {isWaiting && (
        <p id={reason} className="muted small">
          {t(phrases.payments.resendPauseReason)}
        </p>
      )}
    </>
  )
}
