import type { NotificationPart } from '@pawtrait/contract/notifications.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { SleepingCat } from '#ui/art/SleepingCat.tsx'
import { buttonClass } from '#ui/Button.tsx'
import styles from './NotificationList.module.css'

/** Nothing happened yet: a cat that sleeps, and what to do. */
export function NoNotifications({ part }: { part: NotificationPart }) {
  const t = useTranslate()
  if (part !== 'all')
    return (
      <section className={styles.card}>
        <p className={styles.none}>{t(part === 'pets' ? 'notifications.emptyPets' : 'notifications.emptyMentions')}</p>
      </section>
    )
  return (
    <section className={styles.empty}>
      <SleepingCat />
      <h2>{t('notifications.empty')}</h2>
      <p>{t('notifications.emptyLead')}</p>
      <div className={styles.acts}>
        <Link className={buttonClass({})} to={paths.create}>
          {t('notifications.postPhoto')}
        </Link>
        <Link className={buttonClass({ kind: 'ghost' })} to={paths.search()}>
          {t('notifications.findPets')}
        </Link>
      </div>
    </section>
  )
}
