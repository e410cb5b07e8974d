import check from '@phosphor-icons/core/fill/check-circle-fill.svg?path'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Field.module.css'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type FieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & {
    /** Uses the identifier font, for usernames, phone numbers and receipts. */
    asId?: boolean
    /** Shows a tick inside the field, because the value has passed a check. */
    valid?: boolean
    /** Icon before the text. */
    icon?: ReactNode
    /** Prefix in its own box, such as a country code. */
    before?: string
  }

/** Single-line text field with label, help and error. */
export function Field({ label, help, error, counter, asId, valid, icon, before, id, className, ...rest }: FieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} counter={counter} id={id}>
      {(control) => (
        <div className={classNames(styles.around, before !== undefined && styles.behind)}>
          {before !== undefined && <span className={styles.before}>{before}</span>}
          {icon && <span className={styles.lead}>{icon}</span>}
          <input
            dir="auto"
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

/** Tick inside a field, shown after the value has passed a check. */
export function FieldTick() {
  return (
    <span className={styles.tick}>
      <Icon path={check} />
    </span>
  )
}
