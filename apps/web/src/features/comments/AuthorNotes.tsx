import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './GoneNote.module.css'

/** Beside its author: whose person they are, and whom it answers where its place does not show that. */
export function AuthorNotes({ petName, answers }: { petName: string | null; answers: string | null }) {
  const t = useTranslate()
  return (
    <>
      {petName && <span className={styles.badge}>{t(phrases.comments.personOf, { name: petName })}</span>}{' '}
      {answers && <span className={styles.answers}>{t(phrases.comments.answers, { name: answers })}</span>}
    </>
  )
}
