import info from '@phosphor-icons/core/regular/info.svg?path'
import { getLogInTarget } from '#features/sign-in/sessions/complete-log-in.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { NavLink } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'

/**
 * Note that asks a user who logged in by a recovery method to set a new password or zip code. The change needs no
 * re-authentication.
 */
export function NewSecretNote() {
  const t = useTranslate()
  const { pathname, search, hash } = getLogInTarget(window.location.href)
  return (
    <Note icon={info} tone="good">
      <p>
        <strong>{t(phrases.credentials.chooseLogInMethodTitle)}</strong>
      </p>
      <p>{t(phrases.credentials.chooseLogInMethodText)}</p>
      <NavLink className={buttonClass({ kind: 'quiet', small: true })} to={pathname + search + hash}>
        {t(phrases.credentials.notNow)}
      </NavLink>
    </Note>
  )
}
