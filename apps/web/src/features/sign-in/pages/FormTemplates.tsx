import eyeSlash from '@phosphor-icons/core/regular/eye-slash.svg?path'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Note } from '#ui/states/Note.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './AuthPage.module.css'

/**
 * Templates that a form's script copies: field error, spinner of a busy button, icon of the button that hides the zip
 * code. Also a note for browsers without JavaScript.
 */
export function FormTemplates() {
  const t = useTranslate()
  return (
    <>
      <template id="field-error" data-offline={t(phrases.users.offlineText)}>
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
          {t(phrases.users.scriptRequired)}
        </Note>
      </noscript>
    </>
  )
}

/** Template of the progress bar that is shown while the browser computes a proof of work. */
export function ProofTemplate() {
  const t = useTranslate()
  return (
    <template id="proof">
      <div data-proof="">
        <p className="muted" role="status" data-says={t(phrases.users.robotCheck)} />
        <progress aria-label={t(phrases.users.robotCheck)} max={1} value={0} />
        <div className={styles.ways}>
          <button type="button" className="link">
            {t(phrases.ui.cancel)}
          </button>
        </div>
      </div>
    </template>
  )
}
