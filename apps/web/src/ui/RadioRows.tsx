import type { ReactNode } from 'react'
import styles from './RadioRows.module.css'

type RadioRowsProps<Value extends string> = {
  /** The question the choices answer; read by screen readers. */
  legend: string
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of several, a row each: native radio buttons, so arrows and forms work by themselves. */
export function RadioRows<Value extends string>({ legend, name, options, value, onChange }: RadioRowsProps<Value>) {
  return (
    <fieldset className={styles.rows}>
      <legend className="vh">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.row}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
