import check from '@phosphor-icons/core/fill/check-circle-fill.svg?path'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Field.module.css'
import { FieldFrame, type FieldWords } from './FieldFrame.tsx'

type FieldProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & {
    /** Set in the identifier face: usernames, phones, receipts. */
    asId?: boolean
    /** Shows a tick inside: checked and fine. */
    valid?: boolean
    /** An icon before the text. */
    icon?: ReactNode
    /** Stands in a box of its own before the field, such as the code of a country. */
    before?: string
  }

/** A single line of text with its label, help and error. */
export function Field({ label, help, error, counter, asId, valid, icon, before, id, className, ...rest }: FieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} counter={counter} id={id}>
      {(control) => (
        <div className={classNames(styles.around, before !== undefined && styles.behind)}>
          {before !== undefined && <span className={styles.before}>{before}</span>}
          {icon && <span className={styles.lead}>{icon}</span>}
          <input
            {...rest}
            {...control}
            className={classNames(styles.input, asId && styles.asId, icon !== undefined && styles.withLead, className)}
          />
          {valid && <FieldTick />}
        </div>
      )}
    </FieldFrame>
  )
}

/** The tick inside a field that was checked and is fine. */
export function FieldTick() {
  return (
    <span className={styles.tick}>
      <Icon path={check} />
    </span>
  )
}
