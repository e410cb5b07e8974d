import type { ReactNode } from 'react'
import chip from './Chip.module.css'
import styles from './RadioGroup.module.css'

type RadioGroupProps<Value extends string> = {
  /** The question the choices answer; read by screen readers, shown when `showLegend`. */
  legend: string
  showLegend?: boolean
  /** A row each, for choices that are read before one is made; chips otherwise. */
  rows?: boolean
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  /** Null: none is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** One of several: native radio buttons, so arrows and forms work by themselves. */
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
