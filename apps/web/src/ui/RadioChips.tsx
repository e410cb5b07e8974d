import type { ReactNode } from 'react'
import chip from './Chip.module.css'
import styles from './RadioChips.module.css'

type RadioChipsProps<Value extends string> = {
  /** The question the choices answer; read by screen readers, shown when `showLegend`. */
  legend: string
  showLegend?: boolean
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of several, as chips: native radio buttons, so arrows and forms work by themselves. */
export function RadioChips<Value extends string>(props: RadioChipsProps<Value>) {
  const { legend, showLegend = false, name, options, value, onChange } = props
  return (
    <fieldset className={styles.group}>
      <legend className={showLegend ? styles.legend : 'vh'}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={chip.chip}>
          <input
            type="radio"
            className={styles.radio}
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
