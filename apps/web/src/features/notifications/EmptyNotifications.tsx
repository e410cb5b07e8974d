import type { NotificationFilter } from '@pawtrait/contract/notifications.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Shapes } from '#ui/art/Shapes.tsx'
import sleepingCat from '#ui/art/sleeping-cat.svg?shapes'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import styles from './NotificationList.module.css'

/** Empty state of a tab of notifications: a drawing, a hint and links. The tab "All" shows a sleeping cat. */
export function EmptyNotifications({ part }: { part: NotificationFilter }) {
  const t = useTranslate()
  if (part !== 'all')
    return (
      <EmptyState
        picture={<EmptyListArt of={part === 'pets' ? 'bowl' : 'mentions'} />}
        title={t(phrases.notifications.emptyTitle)}
        actions={
          <Link className={buttonClass({ kind: 'soft' })} to={paths.create}>
            {t(phrases.notifications.postPhoto)}
          </Link>
        }
      >
        {t(part === 'pets' ? phrases.notifications.petsEmptyText : phrases.notifications.mentionsEmptyText)}
      </EmptyState>
    )
  return (
    <section className={styles.empty}>
      <svg width="10.625rem" height="11.875rem" viewBox="-10 0 200 222" aria-hidden="true" focusable="false">
        <Shapes of={sleepingCat} />
      </svg>
      <h2>{t(phrases.notifications.emptyTitle)}</h2>
      <p>{t(phrases.notifications.emptyText)}</p>
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
