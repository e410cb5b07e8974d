import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import ended from '@phosphor-icons/core/regular/calendar-x.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './SittingEndedNote.module.css'

type SittingEndedNoteProps = {
  pet: Pick<Pet, 'name' | 'people'>
  /** Last day of the sitting, `YYYY-MM-DD`. */
  satUntil: string
  userPath: (username: string) => string
}

/** Note that tells a former sitter that the sitting and their access to the pet have ended. Links to an owner. */
export function SittingEndedNote({ pet: { name, people }, satUntil, userPath }: SittingEndedNoteProps) {
  const t = useTranslate()
  const locale = useLocale()
  const [owner] = people
  return (
    <Note icon={ended} tone="plain">
      <p>{t(phrases.pets.formerSitterUntil, { name, day: formatDay(satUntil, locale, 'UTC') })}</p>
      <p className={styles.means}>{t(phrases.pets.formerSitterText, { name })}</p>
      {owner && (
        <Link className={buttonClass({ kind: 'ghost', small: true })} to={userPath(owner.username)}>
          {t(phrases.pets.askForInvitation, { name: owner.username })}
        </Link>
      )}
    </Note>
  )
}
