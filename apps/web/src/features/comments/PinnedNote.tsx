import pushPin from '@phosphor-icons/core/fill/push-pin-fill.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './GoneNote.module.css'

/** Above a comment: who pinned it. */
export function PinnedNote({ name }: { name: string }) {
  const t = useTranslate()
  return (
    <p className={styles.pinned}>
      <Icon path={pushPin} size={16} />
      {t(phrases.comments.pinnedBy, { name })}
    </p>
  )
}
