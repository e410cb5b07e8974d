import type { Ref, SelectHTMLAttributes } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './Field.module.css'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type SelectProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
    options: readonly { value: string; label: string }[]
    ref?: Ref<HTMLSelectElement>
  }

/** Native select with label, help and error. */
export function Select({ label, help, error, counter, id, className, options, ...rest }: SelectProps) {
  return (
    <FieldFrame label={label} help={help} error={error} counter={counter} id={id}>
      {(control) => (
        <select {...rest} {...control} className={classNames(styles.input, className)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
