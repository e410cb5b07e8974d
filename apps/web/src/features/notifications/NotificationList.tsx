import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { NotificationId } from '@pawtrait/contract/ids.ts'
import type { Notification, NotificationFilter } from '@pawtrait/contract/notifications.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import checks from '@phosphor-icons/core/regular/checks.svg?path'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notificationFilterLabels } from '#i18n/en/by-value/notifications/notification-filter-labels.ts'
import { notificationPeriodLabels } from '#i18n/en/by-value/notifications/notification-period-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { useIsInstalled } from '#lib/is-installed.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { isSameDay } from '#lib/time/format-days.ts'
import { formatClockTime } from '#lib/time/time.ts'
import { useNow, useTimeZone } from '#lib/time/use-now.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/forms/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import { EmptyNotifications } from './EmptyNotifications.tsx'
import { FollowRequestsCard } from './FollowRequestsCard.tsx'
import { NotificationLine } from './NotificationLine.tsx'
import styles from './NotificationList.module.css'
import { NotificationsPill } from './NotificationsPill.tsx'
import { newNotificationsKey, notificationsQuery } from './notification-cache.ts'
import { useMarkAllRead } from './use-mark-read.ts'

// Loads pull-to-refresh lazily, because only the installed app has it.
const PullToRefresh = lazyComponent(async () => (await import('#ui/lists/PullToRefresh.tsx')).PullToRefresh, null, {
  isDecoration: true,
})

const filters = ['all', 'pets', 'mentions'] as const

/** List of notifications, newest first, grouped by day, with tabs for all, pets and mentions. */
export function NotificationList() {
  const [part, setPart] = useState<NotificationFilter>('all')
  const { list, lines, newCount } = useNotifications(part)
  const showNew = () => {
    window.scrollTo({ top: 0 })
    focusHeading()
    void list.refetch()
  }
  return (
    <div className={styles.page}>
      <div>
        <Head part={part} onPart={setPart} lines={lines ?? []} />
        {useIsInstalled() && <PullToRefresh onRefresh={() => list.refetch({ throwOnError: true })} />}
        <NotificationsPill count={newCount} busy={list.isRefetching} onShow={showNew} />
        <Lines part={part} lines={lines} list={list} />
      </div>
      <NotificationsAside />
    </div>
  )
}

/** Returns the notifications of a tab, and the number of new notifications that are not in the list yet. */
function useNotifications(part: NotificationFilter) {
  const list = useInfiniteQuery(notificationsQuery(part))
  const newIds = useQuery<NotificationId[]>({ queryKey: newNotificationsKey, queryFn: skipToken }).data ?? []
  return { list, lines: list.data?.pages.flatMap((page) => page.notifications), newCount: newIds.length }
}

type HeadProps = { part: NotificationFilter; onPart: (part: NotificationFilter) => void; lines: Notification[] }

/** Tabs, and a button that marks all notifications as read. */
function Head({ part, onPart, lines }: HeadProps) {
  const t = useTranslate()
  const readAll = useMarkAllRead()
  const [newest] = lines
  // The button is disabled once all notifications are read. A disabled button loses the focus, so focus the heading.
  const markAllRead = () => {
    if (newest) readAll.mutate(newest.updatedAt)
    focusHeading()
  }
  return (
    <>
      <div className={styles.head}>
        <div className={styles.parts} role="group" aria-label={t(phrases.notifications.filterLabel)}>
          {filters.map((tab) => (
            <Chip key={tab} pressed={tab === part} onClick={() => onPart(tab)}>
              {t(notificationFilterLabels[tab])}
            </Chip>
          ))}
        </div>
        <Button
          kind="quiet"
          small
          className={styles.readAll}
          disabled={!lines.some((line) => line.unread)}
          onClick={markAllRead}
        >
          <Icon path={checks} size={20} />
          <span>{t(phrases.notifications.markAllRead)}</span>
        </Button>
      </div>
      <CallErrorMessage title={t(phrases.notifications.markReadFailed)} error={readAll.error} />
    </>
  )
}

function NotificationsAside() {
  const t = useTranslate()
  return (
    <aside className={styles.aside}>
      <section className={styles.reaching}>
        <h2>{t(phrases.notifications.settingsTitle)}</h2>
        <p className="muted">{t(phrases.notifications.settingsText)}</p>
        <Link className="link" to={paths.settingsNotifications}>
          {t(phrases.notifications.settingsLink)}
        </Link>
      </section>
      <FollowRequestsCard />
    </aside>
  )
}

type LinesProps = {
  part: NotificationFilter
  lines: Notification[] | undefined
  list: ReturnType<typeof useNotifications>['list']
}

function Lines({ part, lines, list }: LinesProps) {
  const t = useTranslate()
  const locale = useLocale()
  const failed = (hasQueryFailed(list) || list.isRefetchError) && (
    <LoadErrorMessage title={t(phrases.notifications.loadFailed)} query={list}>
      {t(phrases.notifications.loadFailedText)}
    </LoadErrorMessage>
  )
  // A stored list may be empty although the server has notifications.
  if (failed && !lines?.length) return failed
  if (!lines)
    return (
      <div className={styles.card}>
        <LabelledSkeleton label={t(phrases.ui.loadingLabel)}>
          <Skeleton shape="block" />
        </LabelledSkeleton>
      </div>
    )
  if (lines.length === 0 && !list.hasNextPage) return <EmptyNotifications part={part} />
  return (
    <>
      {failed}
      <section className={styles.card} aria-label={t(phrases.notifications.pageTitle)}>
        {failed && (
          <p className="muted small">
            {t(phrases.notifications.cachedNote, { time: formatClockTime(list.dataUpdatedAt, locale) })}
          </p>
        )}
        <Days lines={lines} />
        <LoadMore {...toPaginationState(list)} />
      </section>
    </>
  )
}

const days = ['today', 'thisWeek', 'earlier'] as const
const WEEK_MS = 7 * DAY_MS

/** Returns the section of a notification by its time: today, last seven days, or earlier, in the reader's time zone. */
function getPeriod(at: number, now: number, timeZone?: string): (typeof days)[number] {
  if (isSameDay(at, now, timeZone)) return 'today'
  return at > now - WEEK_MS ? 'thisWeek' : 'earlier'
}

function Days({ lines }: { lines: Notification[] }) {
  const t = useTranslate()
  const now = useNow()
  const timeZone = useTimeZone()
  return days.map((day) => {
    const linesOfDay = lines.filter((line) => getPeriod(Date.parse(line.updatedAt), now, timeZone) === day)
    if (linesOfDay.length === 0) return null
    return (
      <div key={day} className={styles.day}>
        <h2 id={`notifications-${day}`}>{t(notificationPeriodLabels[day])}</h2>
        <ul aria-labelledby={`notifications-${day}`}>
          {linesOfDay.map((line) => (
            <NotificationLine key={line.id} line={line} />
          ))}
        </ul>
      </div>
    )
  })
}
