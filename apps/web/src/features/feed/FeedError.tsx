import again from '@phosphor-icons/core/regular/arrow-clockwise.svg?path'
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?path'
import type { MouseEvent } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { focusLoadedContent } from '#lib/focus/focus-loaded-content.ts'
import { useOnlineRetry } from '#lib/server/use-online.ts'
import { formatClockTime } from '#lib/time/time.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './FeedError.module.css'

/**
 * Error message that the feed failed to load. `shownSince`: load time of the visible posts in epoch ms, or 0 without
 * posts.
 */
export function FeedError({ shownSince, busy, onRetry }: { shownSince: number; busy: boolean; onRetry: () => void }) {
  const t = useTranslate()
  const locale = useLocale()
  const isOnline = useOnlineRetry(onRetry)
  const press = ({ currentTarget }: MouseEvent) => {
    focusLoadedContent(currentTarget)
    onRetry()
  }
  return (
    <div className={styles.failed} role="alert">
      <span className={styles.icon}>
        <Icon path={cloudSlash} />
      </span>
      <div className={styles.words}>
        <b>{t(phrases.feed.loadFailed)}</b>
        <p className="muted small">
          {isOnline ? t(phrases.feed.loadFailedText) : t(phrases.ui.offlineText)}
          {shownSince > 0 && ` ${t(phrases.feed.cachedPostsNote, { time: formatClockTime(shownSince, locale) })}`}
        </p>
      </div>
      <Button small busy={busy} icon={<Icon path={again} size={20} />} onClick={press}>
        {t(phrases.ui.tryAgain)}
      </Button>
    </div>
  )
}
