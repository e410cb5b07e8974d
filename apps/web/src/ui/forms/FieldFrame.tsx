import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?path'
import { type ReactNode, useId } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './Field.module.css'

/** What every field shows around its control. */
export type FieldWords = {
  label: string
  /** A line under the control; an error takes its place. */
  help?: ReactNode
  /** What is wrong, as one sentence; also marks the control invalid. */
  error?: string | null | undefined
  /** Shows how much is used, from the last fifth on or `always`; `label` says it to screen readers. */
  counter?: { used: number; max: number; label: string; shown?: string; always?: boolean } | undefined
}

/** The attributes a control needs to belong to its label, help and error. */
export type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldFrameProps = FieldWords & { id?: string | undefined; children: (control: FieldControl) => ReactNode }

/** Label above, control, then help or error: the frame that all fields share. */
export function FieldFrame({ id, label, help, error, counter, children }: FieldFrameProps) {
  const own = useId()
  const controlId = id ?? own
  const noteId = `${controlId}-note`
  const counted = counter !== undefined && (counter.always || counter.used >= counter.max * 0.8)
  const described = error || help || counted
  const control: FieldControl = {
    id: controlId,
    ...(described && { 'aria-describedby': noteId }),
    ...(error && { 'aria-invalid': true }),
  }
  return (
    <div className={styles.field}>
      <label htmlFor={controlId}>{label}</label>
      {children(control)}
      <div id={noteId} className={styles.notes}>
        {error ? <FieldError>{error}</FieldError> : help && <p className={styles.help}>{help}</p>}
        {counted && (
          <p className={styles.counter}>
            <span aria-hidden="true">{counter.shown ?? `${counter.used}/${counter.max}`}</span>
            <span className="vh">{counter.label}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** One error sentence with its mark. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon path={warning} size={20} />
      <span>{children}</span>
    </p>
  )
}
