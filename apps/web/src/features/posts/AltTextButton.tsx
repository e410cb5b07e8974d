import { useId, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './PostPhotos.module.css'

/** ALT button that shows the description of a photo. Renders nothing without a description. */
export function AltTextButton({ alt }: { alt: string }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!alt) return null
  return (
    <>
      <button
        type="button"
        className={styles.alt}
        aria-label={`${t(phrases.posts.altMark)}: ${t(phrases.posts.showAlt)}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(phrases.posts.altMark)}
      </button>
      <p id={id} className={styles.words} hidden={!open} dir="auto">
        {alt}
      </p>
    </>
  )
}
