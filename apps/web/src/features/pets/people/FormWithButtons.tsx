import type { ReactNode } from 'react'
import { SendForm } from '#ui/forms/SendForm.tsx'
import styles from './PetPeoplePage.module.css'

type FormWithButtonsProps = { busy: boolean; onSend: () => void; children: ReactNode; buttons: ReactNode }

export function FormWithButtons({ busy, onSend, children, buttons }: FormWithButtonsProps) {
  return (
    <SendForm className={styles.form} busy={busy} onSend={onSend}>
      {children}
      <div className={styles.buttons}>{buttons}</div>
    </SendForm>
  )
}
