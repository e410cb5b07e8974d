import { type FormEvent, type ReactNode, useRef } from 'react'
import styles from './PictureForm.module.css'
import { useFocusFirstInvalid } from './use-focus-first-invalid.ts'

type PictureFormProps = {
  picture: ReactNode
  /** Fields of the form, and its error message. */
  children: ReactNode
  buttons: ReactNode
  isSaving: boolean
  /** Error of the last save. Each new error focuses the first invalid field. */
  refusal: unknown
  onSave: () => void
}

/** Form with a picture beside its fields, or above them on narrow screens. */
export function PictureForm({ picture, children, buttons, isSaving, refusal, onSave }: PictureFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) onSave()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.card}>
        {children}
        <div className={styles.buttons}>{buttons}</div>
      </div>
    </form>
  )
}
