import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { goToNote } from './arrived.ts'
import styles from './LinkGone.module.css'

/** Message at the start of the comments that the linked comment is gone. It takes the focus. */
export function LinkGone() {
  const t = useTranslate()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => goToNote(() => note.current), [])
  return (
    <p ref={note} tabIndex={-1} className={styles.gone}>
      {t(phrases.comments.linkGone)}
    </p>
  )
}
