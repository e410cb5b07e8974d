import type { InputHTMLAttributes } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string; help?: string }

/** Checkbox with its label beside it. */
export function Checkbox({ label, help, ...rest }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" />
      <span>
        <bdi>{label}</bdi>
        {help && <small className={styles.help}>{help}</small>}
      </span>
    </label>
  )
}
