import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { formatMoney } from '@pawtrait/contract/payments/money.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import camera from '@phosphor-icons/core/regular/camera-plus.svg?path'
import glass from '@phosphor-icons/core/regular/magnifying-glass.svg?path'
import person from '@phosphor-icons/core/regular/user-circle.svg?path'
import { useQuery } from '@tanstack/react-query'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatClockTime } from '#lib/time/time.ts'
import { useNow, useTimeZone } from '#lib/time/use-now.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { FeedAllowanceUsedArt } from './FeedAllowanceUsedArt.tsx'
import styles from './FeedAllowanceUsedCard.module.css'

type UsedLimit = FeedLimit & { max: number }
type FeedAllowanceUsedProps = { limit: UsedLimit; busy: boolean; onContinue: () => void }

/** Card shown when the daily allowance is used up: reset time, pages that still work, and Premium last. */
export function FeedAllowanceUsedCard({ limit, busy, onContinue }: FeedAllowanceUsedProps) {
  const t = useTranslate()
  const time = useResetTimeText(limit.resetsAt)
  const { used, max } = limit
  return (
    <section className={styles.full} aria-labelledby="feed-full">
      <FeedAllowanceUsedArt />
      <div className={styles.words}>
        <h2 id="feed-full">{t(phrases.feed.limitReachedTitle, { count: max })}</h2>
        {time.isOver ? (
          <>
            <p className={styles.lead}>{t(phrases.feed.newDayNotice)}</p>
            <Button busy={busy} onClick={onContinue}>
              {t(phrases.feed.showPostsOfNewDay)}
            </Button>
          </>
        ) : (
          <p className={styles.lead}>{t(phrases.feed.limitReachedText, { time: time.clock, when: time.when })}</p>
        )}
        <div className={styles.meter}>
          <ProgressBar label={t(phrases.feed.allowanceLabel)} value={1} />
          <p className="muted small">
            <span className="nums">{t(phrases.feed.seenPostCount, { used: Math.min(used, max), max })}</span>
            <span>{t(phrases.feed.newDayStartTime, { time: time.clock })}</span>
          </p>
        </div>
        <OpenActions />
        <Upgrade />
      </div>
    </section>
  )
}

/** Returns the reset time of the allowance in words, such as "midnight" or "in 3 hours". There is no countdown. */
function useResetTimeText(resetsAt: string) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const at = Date.parse(resetsAt)
  const remainingMs = at - useNow()
  const isMidnight = formatClockTime(at, 'en-GB', timeZone) === '00:00'
  const relativeTime = new Intl.RelativeTimeFormat(locale)
  const when =
    remainingMs < HOUR_MS
      ? relativeTime.format(Math.ceil(remainingMs / 60_000), 'minute')
      : relativeTime.format(Math.round(remainingMs / HOUR_MS), 'hour')
  return {
    clock: isMidnight ? t(phrases.feed.midnightClockTime) : formatClockTime(at, locale, timeZone),
    when,
    isOver: remainingMs <= 0,
  }
}

function OpenActions() {
  const t = useTranslate()
  const open = [
    { to: paths.create, icon: camera, words: t(phrases.feed.postPhoto) },
    { to: paths.search(), icon: glass, words: t(phrases.feed.searchAndExplore) },
    { to: paths.profile, icon: person, words: t(phrases.feed.ownProfileLink) },
  ]
  return (
    <div>
      <h3 className={styles.title}>{t(phrases.feed.otherActionsTitle)}</h3>
      <ul className={styles.open}>
        {open.map(({ to, icon, words }) => (
          <li key={to}>
            <Link to={to}>
              <Icon path={icon} size={20} />
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Offers Premium to users without a subscription. Renders nothing for subscribers. */
function Upgrade() {
  const t = useTranslate()
  const locale = useLocale()
  const { data: status } = useQuery(premiumQuery())
  if (!status || status.state === 'active' || status.state === 'grace') return null
  return (
    <div className={styles.premium}>
      <p>
        <b>{t(phrases.feed.premiumAllowance)}</b>{' '}
        <span className="muted">{t(phrases.feed.premiumTerm, { price: formatMoney(status.plan.price, locale) })}</span>
      </p>
      <Link className={buttonClass({ kind: 'soft' })} to={paths.premium}>
        {t(phrases.feed.seePremium)}
      </Link>
    </div>
  )
}
