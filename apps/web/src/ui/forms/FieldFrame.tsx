import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?path'
import { type ReactNode, useId } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './Field.module.css'

/** Texts of a field: label, help, error and counter. */
export type FieldTexts = {
  label: string
  /** Help text below the control; an error replaces it. */
  help?: ReactNode
  /** Error as one sentence; also marks the control invalid. */
  error?: string | null | undefined
  /** Number of characters used. Shown from 80 % of the limit, or always if `always`. `label` is for screen readers. */
  counter?: { used: number; max: number; label: string; shown?: string; always?: boolean } | undefined
}

/** Attributes that link a control to its label, help and error. */
export type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldFrameProps = FieldTexts & { id?: string | undefined; children: (control: FieldControl) => ReactNode }

/** Layout of all fields: label, control, then help or error. */
export function FieldFrame({ id, label, help, error, counter, children }: FieldFrameProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const noteId = `${controlId}-note`
  const isCounterShown = counter !== undefined && (counter.always || counter.used >= counter.max * 0.8)
  const hasNote = error || help || isCounterShown
  const control: FieldControl = {
    id: controlId,
    ...(hasNote && { 'aria-describedby': noteId }),
    ...(error && { 'aria-invalid': true }),
  }
  return (
    // Browsers scroll only the cursor of a focused text field into view. They ignore the scroll margin that keeps the
    // field clear of the bars.
    <div className={styles.field} onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}>
      <label htmlFor={controlId}>{label}</label>
      {children(control)}
      <div id={noteId} className={styles.notes}>
        {error ? <FieldError>{error}</FieldError> : help && <p className={styles.help}>{help}</p>}
        {isCounterShown && (
          <p className={styles.counter}>
            <span aria-hidden="true">{counter.shown ?? `${counter.used}/${counter.max}`}</span>
            <span className="vh">{counter.label}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** Error sentence with an icon. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon path={warning} size={20} />
      <span>{children}</span>
    </p>
  )
}
