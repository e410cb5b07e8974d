import type { NotificationPart } from '@pawtrait/contract/notifications.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import sleepingCat from '#ui/art/sleeping-cat.svg'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './NotificationList.module.css'

/** Nothing happened yet: a cat that sleeps, and what to do. */
export function NoNotifications({ part }: { part: NotificationPart }) {
  const t = useTranslate()
  if (part !== 'all')
    return (
      <section className={styles.card}>
        <p className={styles.none}>
          {t(part === 'pets' ? phrases.notifications.emptyPets : phrases.notifications.emptyMentions)}
        </p>
      </section>
    )
  return (
    <section className={styles.empty}>
      <img src={sleepingCat} alt="" width={170} height={190} />
      <h2>{t(phrases.notifications.empty)}</h2>
      <p>{t(phrases.notifications.emptyLead)}</p>
      <div className={styles.acts}>
        <Link className={buttonClass({})} to={paths.create}>
          {t(phrases.notifications.postPhoto)}
        </Link>
        <Link className={buttonClass({ kind: 'ghost' })} to={paths.search()}>
          {t(phrases.notifications.findPets)}
        </Link>
      </div>
    </section>
  )
}
