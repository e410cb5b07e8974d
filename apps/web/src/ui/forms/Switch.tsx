import type { ReactNode } from 'react'
import styles from './Switch.module.css'

type SwitchProps = {
  label: ReactNode
  /** Second line that explains the effect of the switch. */
  help?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Switch that takes effect at once, without a save button. A click anywhere on its row toggles the switch. */
export function Switch({ label, help, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        {label}
        {help && <small className={styles.help}>{help}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
