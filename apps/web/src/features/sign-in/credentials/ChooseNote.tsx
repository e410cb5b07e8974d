import info from '@phosphor-icons/core/regular/info.svg?path'
import { nextAddress } from '#features/sign-in/sessions/start-session.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { PlaceLink } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'

/** To somebody who is in by a mailed code or one on paper: what they log in with is to be set anew, unasked. */
export function ChooseNote() {
  const t = useTranslate()
  const { pathname, search, hash } = nextAddress(window.location.href)
  return (
    <Note icon={info} tone="good">
      <p>
        <strong>{t(phrases.credentials.choose)}</strong>
      </p>
      <p>{t(phrases.credentials.chooseLead)}</p>
      <PlaceLink className={buttonClass({ kind: 'quiet', small: true })} to={pathname + search + hash}>
        {t(phrases.credentials.notNow)}
      </PlaceLink>
    </Note>
  )
}
