import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?path'
import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './ErrorBox.module.css'

type ErrorBoxProps = {
  /** Sentence that says what happened. */
  title: string
  /** Text that says what the user can do next. */
  children?: ReactNode
  /** Button such as "Try again". */
  action?: ReactNode
}

/** Error message that screen readers announce at once: what happened, then what the user can do. */
export function ErrorBox({ title, children, action }: ErrorBoxProps) {
  return (
    <div className={styles.box} role="alert">
      <p className={styles.title}>
        <Icon path={warning} size={20} />
        <span>{title}</span>
      </p>
      {children && <div className={styles.body}>{children}</div>}
      {action && <div className={styles.body}>{action}</div>}
    </div>
  )
}
