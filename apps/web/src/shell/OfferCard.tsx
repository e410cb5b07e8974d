import { type ReactNode, useRef } from 'react'
import { useFocusAfterRemoval } from '#lib/focus/use-focus-after-removal.ts'
import styles from './OfferCard.module.css'

type OfferCardProps = {
  id: string
  title: string
  text: string
  /** Message below the text, above the buttons. */
  note?: ReactNode
  /** Buttons to accept and to decline. */
  actions: ReactNode
}

/** Card in the feed that offers the user something once, such as a passkey. */
export function OfferCard({ id, title, text, note, actions }: OfferCardProps) {
  const element = useRef<HTMLElement>(null)
  useFocusAfterRemoval(element)
  return (
    <section ref={element} className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {note}
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
