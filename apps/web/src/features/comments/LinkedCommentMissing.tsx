import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './LinkedCommentMissing.module.css'
import { scrollToAndFocus } from './scroll-to-comment.ts'

/** Message that the linked comment was not found. Shown above the comments, and focused on mount. */
export function LinkedCommentMissing() {
  const t = useTranslate()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => scrollToAndFocus(() => note.current), [])
  return (
    <p ref={note} tabIndex={-1} className={styles.gone}>
      {t(phrases.comments.linkedCommentGone)}
    </p>
  )
}
