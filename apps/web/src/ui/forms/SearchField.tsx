import { type InputHTMLAttributes, useId } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './SearchField.module.css'

type SearchFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Accessible name of the field; sighted users see the icon and the placeholder. */
  label: string
  icon: string
}

/** Round search field. */
export function SearchField({ label, icon, ...rest }: SearchFieldProps) {
  const id = useId()
  return (
    <div className={styles.around}>
      <Icon path={icon} />
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        className={styles.input}
      />
    </div>
  )
}
