import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { isOutcomeUnknown } from './use-start-payment.ts'

/**
 * Error box with the reason why a payment did not start. If the response was lost, the box says that the outcome is
 * unknown.
 */
export function PayError({ error }: { error: Error }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const code = error instanceof CallError ? error.code : 'internal'
  const seconds = (error instanceof CallError && error.problem?.retryAfterSeconds) || 60
  if (code === 'too-many-requests' || code === 'too-many-attempts')
    return (
      <ErrorBox title={t(phrases.payments.tooManyPrompts)}>
        {t(phrases.payments.tooManyPromptsHelp, { count: Math.ceil(seconds / 60) })}{' '}
        {t(phrases.payments.nothingCharged)}
      </ErrorBox>
    )
  // Renders nothing if the phone got a prompt shortly before, because `PhoneStep` then shows a countdown.
  if (code === 'phone-asked-before') return null
  if (code === 'conflict')
    return <ErrorBox title={t(phrases.payments.paidYearAhead)}>{t(phrases.payments.paidYearAheadHelp)}</ErrorBox>
  if (isOutcomeUnknown(error))
    return (
      <ErrorBox title={t(phrases.payments.outcomeUnknown)}>
        {formatProblem(error)} {t(phrases.payments.outcomeUnknownHelp)}
      </ErrorBox>
    )
  return (
    <ErrorBox title={t(phrases.payments.startFailed)}>
      {formatProblem(error)} {t(phrases.payments.nothingCharged)}
    </ErrorBox>
  )
}
