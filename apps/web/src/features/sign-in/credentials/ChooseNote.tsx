import info from '@phosphor-icons/core/regular/info.svg?path'
import { nextAddress } from '#features/sign-in/sessions/start-session.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { NavLink } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'

/**
 * Note for a user who signed in with a mailed or printed code: set a new password or zip code. No re-authentication
 * needed.
 */
export function ChooseNote() {
  const t = useTranslate()
  const { pathname, search, hash } = nextAddress(window.location.href)
  return (
    <Note icon={info} tone="good">
      <p>
        <strong>{t(phrases.credentials.chooseMethodTitle)}</strong>
      </p>
      <p>{t(phrases.credentials.chooseMethodText)}</p>
      <NavLink className={buttonClass({ kind: 'quiet', small: true })} to={pathname + search + hash}>
        {t(phrases.credentials.notNow)}
      </NavLink>
    </Note>
  )
}
