import type { ReactNode } from 'react'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import styles from './PetPeoplePage.module.css'

type PetPeopleFormProps = { busy: boolean; onSend: () => void; children: ReactNode; buttons: ReactNode }

export function PetPeopleForm({ busy, onSend, children, buttons }: PetPeopleFormProps) {
  return (
    <ServerValidatedForm className={styles.form} busy={busy} onSend={onSend}>
      {children}
      <div className={styles.buttons}>{buttons}</div>
    </ServerValidatedForm>
  )
}
