import type { FeedLimit } from '@pawtrait/contract/premium.ts'
import { Link } from 'react-router'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { clockTime } from '#lib/time.ts'
import { EmptyFrame } from '#ui/art/EmptyFrame.tsx'
import { WallFrame } from '#ui/art/WallFrame.tsx'
import { buttonClass } from '#ui/Button.tsx'
import styles from './FeedEnd.module.css'
import { paths } from './paths.ts'

/** The day's posts are seen: when it turns, and what works meanwhile. */
export function FeedSpent({ limit }: { limit: FeedLimit }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <section className={styles.end} aria-labelledby="feed-spent">
      <svg className={styles.art} viewBox="0 0 320 190" aria-hidden="true" focusable="false">
        <EmptyFrame x={34} y={40} width={60} on="page" />
        <WallFrame kind="bird" backdrop="dusk" x={116} y={14} width={88} />
        <EmptyFrame x={228} y={46} width={56} on="page" />
        <rect className={styles.floor} y="176" width="320" height="3" rx="2" />
      </svg>
      <div>
        <h2 id="feed-spent">{t('feed.spent', { count: limit.used })}</h2>
        <p>{t('feed.spentLead', { time: clockTime(Date.parse(limit.resetsAt), locale) })}</p>
        <h3>{t('feed.stillOpen')}</h3>
        <p>{t('feed.stillOpenLead')}</p>
        <div className={styles.actions}>
          <Link className={buttonClass({ kind: 'ghost' })} to={paths.search()}>
            {t('feed.findMore')}
          </Link>
          <Link className={buttonClass()} to={paths.premium}>
            {t('feed.seePremium')}
          </Link>
        </div>
      </div>
    </section>
  )
}
