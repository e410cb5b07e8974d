import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Field } from '#ui/forms/Field.tsx'

type WhoFieldProps = { autoComplete?: string; defaultValue?: string }

export function WhoField({ autoComplete = 'username', defaultValue }: WhoFieldProps) {
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
