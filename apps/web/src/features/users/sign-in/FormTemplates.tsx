import eyeSlash from '@phosphor-icons/core/regular/eye-slash.svg?path'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldError } from '#ui/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Note } from '#ui/Note.tsx'
import { Spinner } from '#ui/Spinner.tsx'

/** Parts the script of a form clones: a field's error, the spinner of a busy button, the icon of a shown zip code. */
export function FormTemplates() {
  const t = useTranslate()
  return (
    <>
      <template id="field-error">
        <FieldError> </FieldError>
      </template>
      <template id="spinner">
        <Spinner />
      </template>
      <template id="eye-slash">
        <Icon path={eyeSlash} />
      </template>
      <noscript>
        <Note icon={info} tone="plain">
          {t(phrases.users.needsScript)}
        </Note>
      </noscript>
    </>
  )
}
