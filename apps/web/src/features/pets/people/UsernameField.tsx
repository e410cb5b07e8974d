import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Field } from '#ui/Field.tsx'

/** A username as somebody types it, with or without @. */
export const nameIn = (typed: string) => typed.trim().replace(/^@/, '')

type UsernameFieldProps = { value: string; onChange: (typed: string) => void; error?: string | undefined }

/** Whom one asks, by username. */
export function UsernameField({ value, onChange, error }: UsernameFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.people.who)}
      help={t(phrases.people.whoHelp)}
      asId
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  )
}
