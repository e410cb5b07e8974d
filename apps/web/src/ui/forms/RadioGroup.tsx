import type { ReactNode } from 'react'
import chip from './Chip.module.css'
import styles from './RadioGroup.module.css'

type RadioGroupProps<Value extends string> = {
  /** Question of the group; visible only with `showLegend`. */
  legend: string
  showLegend?: boolean
  /** One row per choice, for long labels; chips otherwise. */
  rows?: boolean
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  /** Null if nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** Native radio group, so that arrow keys and forms work as usual. */
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
