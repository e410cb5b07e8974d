import type { ReactNode } from 'react'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './SettingsSection.module.css'

type SettingsSectionProps = {
  id: 'account' | 'security' | 'notifications' | 'privacy' | 'data' | 'appearance'
  /** Description of the group, in one sentence. */
  help: string
  children: ReactNode
}

/** Group of settings under a heading. Links can target the group by its id. */
export function SettingsSection({ id, help, children }: SettingsSectionProps) {
  const t = useTranslate()
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{t(settingsPageLabels[id])}</h2>
        <p>{help}</p>
      </header>
      {children}
    </section>
  )
}
