import type { StatementOfReasons } from '@pawtrait/contract/moderation/decisions.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useUnsentText } from '#lib/forms/use-unsent-text.ts'
import { CallError } from '#lib/server/call.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { Button } from '#ui/Button.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import styles from './StatementPage.module.css'
import { useSendAppeal } from './statement-cache.ts'

const MAX_TEXT_LENGTH = 2000 // maximum length of the text, same as in packages/contract/src/moderation/decisions.ts

/** Form to appeal against a decision. The text is stored in localStorage until it is sent. */
export function AppealForm({ id, until }: { id: StatementOfReasons['id']; until: string }) {
  const t = useTranslate()
  const formatEnd = useFormatEndTime()
  const form = useRef<HTMLDivElement>(null)
  const [text, write] = useUnsentText(`appeal:${id}`)
  // Each press of Send without a text sets a new object. `useFocusFirstInvalid` focuses the empty field only when this
  // value changes.
  const [missing, setMissing] = useState<object | null>(null)
  const { mutate, isPending, error } = useSendAppeal(id, () => write(''))
  const textError = error instanceof CallError ? error.field('text') : undefined
  useFocusFirstInvalid(form, missing ?? (textError ? error : null))
  const isEmpty = text.trim() === ''
  const send = () => {
    setMissing(isEmpty ? {} : null)
    if (!isEmpty) mutate(text)
  }
  const used = countGraphemes(text)
  return (
    <ServerValidatedForm busy={isPending} onSend={send} className={styles.form}>
      <p>
        {t(phrases.decisions.appealText)} {t(phrases.decisions.appealDeadline, { day: formatEnd(until) })}
      </p>
      <div ref={form}>
        <TextArea
          label={t(phrases.decisions.appealReasonLabel)}
          name="text"
          rows={5}
          value={text}
          error={missing && isEmpty ? t(phrases.decisions.appealReasonMissing) : textError}
          counter={{
            used,
            max: MAX_TEXT_LENGTH,
            label: t(phrases.decisions.appealCharactersLeft, { count: Math.max(0, MAX_TEXT_LENGTH - used) }),
          }}
          onChange={({ target }) => write(target.value)}
        />
      </div>
      {error && !textError && <SendError error={error} />}
      <Button type="submit" busy={isPending}>
        {t(isPending ? phrases.decisions.sendingAppeal : phrases.decisions.sendAppeal)}
      </Button>
    </ServerValidatedForm>
  )
}

function SendError({ error }: { error: Error }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  return (
    <ErrorBox title={t(phrases.decisions.appealFailed)}>
      {formatProblem(error)} {t(phrases.decisions.appealInputKept)}
    </ErrorBox>
  )
}
