import type { ReactNode } from 'react'
import styles from './PetPeopleView.module.css'

type AskFormProps = { busy: boolean; onSend: () => void; children: ReactNode; buttons: ReactNode }

/** A form in a dialog: fields above, buttons below; while it is sent it is not sent again. */
export function AskForm({ busy, onSend, children, buttons }: AskFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSend()
      }}
    >
      {children}
      <div className={styles.buttons}>{buttons}</div>
    </form>
  )
}
