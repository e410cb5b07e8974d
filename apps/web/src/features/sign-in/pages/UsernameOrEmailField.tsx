import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Field } from '#ui/forms/Field.tsx'

type UsernameOrEmailFieldProps = { autoComplete?: string; defaultValue?: string }

export function UsernameOrEmailField({ autoComplete = 'username', defaultValue }: UsernameOrEmailFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.users.usernameOrEmailLabel)}
      id="usernameOrEmail"
      name="usernameOrEmail"
      asId
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue}
      required
    />
  )
}
