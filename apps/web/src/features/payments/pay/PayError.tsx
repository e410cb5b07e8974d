import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { isOutcomeUnknown } from './use-pay.ts'

/** Error box with the reason why an attempt did not start. Without a response it states that the outcome is unknown. */
export function PayError({ error }: { error: Error }) {
  const t = useTranslate()
  const words = useProblemWords()
  const code = error instanceof CallError ? error.code : 'internal'
  const seconds = (error instanceof CallError && error.problem?.retryAfterSeconds) || 60
  if (code === 'too-many-requests' || code === 'too-many-attempts')
    return (
      <ErrorBox title={t(phrases.payments.tooMany)}>
        {t(phrases.payments.tooManyHelp, { count: Math.ceil(seconds / 60) })} {t(phrases.payments.nothingCharged)}
      </ErrorBox>
    )
  // `PhoneStep` shows the countdown of the pause instead.
  if (code === 'phone-asked-before') return null
  if (code === 'conflict')
    return <ErrorBox title={t(phrases.payments.yearAhead)}>{t(phrases.payments.yearAheadHelp)}</ErrorBox>
  if (isOutcomeUnknown(error))
    return (
      <ErrorBox title={t(phrases.payments.lost)}>
        {words(error)} {t(phrases.payments.lostHelp)}
      </ErrorBox>
    )
  return (
    <ErrorBox title={t(phrases.payments.notStarted)}>
      {words(error)} {t(phrases.payments.nothingCharged)}
    </ErrorBox>
  )
}
