import type { ReactNode } from 'react'
import chip from './Chip.module.css'
import styles from './RadioGroup.module.css'

type RadioGroupProps<Value extends string> = {
  /** Question that the group answers; visible only with `showLegend`. */
  legend: string
  showLegend?: boolean
  /** True to show each choice on its own row, for long labels. By default the choices are chips. */
  rows?: boolean
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  /** Selected choice; null if nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** Native radio group, so that arrow keys and form submission work without a script. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, showLegend = false, rows = false, name, options, value, onChange } = props
  return (
    <fieldset className={rows ? styles.rows : styles.group}>
      <legend className={showLegend ? styles.legend : 'vh'}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={rows ? styles.row : chip.chip}>
          <input
            type="radio"
            className={rows ? undefined : styles.radio}
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
