import type { Draft } from '@pawtrait/contract/drafts.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { formatExactTime } from '#lib/time/time.ts'
import { useNow, useTimeZone } from '#lib/time/use-now.ts'
import { buttonClass } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './DraftCards.module.css'
import { DraftPhotos } from './DraftPhotos.tsx'
import { type DraftListItem, getListedDraftHref, getListedDraftKey, getListedDraftSavedAt } from './use-drafts.ts'

type DraftCardsProps = {
  drafts: readonly DraftListItem[]
  onDelete: (draft: DraftListItem) => void
}

/** List of drafts as cards. Each card shows the content, what is still missing, and a link to continue. */
export function DraftCards({ drafts, onDelete }: DraftCardsProps) {
  const t = useTranslate()
  return (
    <ul className={styles.drafts} aria-label={t(phrases.drafts.draftsTitle)}>
      {drafts.map((listed) => (
        <Card key={getListedDraftKey(listed)} listed={listed} onDelete={() => onDelete(listed)} />
      ))}
    </ul>
  )
}

function Card({ listed, onDelete }: { listed: DraftListItem; onDelete: () => void }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { caption, photos } = listed.draft
  const title = caption ? `“${isolateBidi(caption)}”` : t(phrases.drafts.noCaption)
  const describedCount = photos.filter(({ alt }) => alt).length
  const savedTime = formatExactTime(getListedDraftSavedAt(listed), locale, timeZone)
  const count = t(phrases.drafts.photoCount, { count: photos.length })
  const summary =
    describedCount > 0 && describedCount < photos.length
      ? t(phrases.drafts.describedCount, { photos: count, described: describedCount })
      : count
  return (
    <li className={styles.draft}>
      <span className={styles.pictures} data-count={Math.min(3, photos.length)}>
        <DraftPhotos listed={listed} most={3} sizes="190px" />
      </span>
      <div className={styles.words}>
        <b>{title}</b>
        <p className="muted small">{t(phrases.drafts.savedAt, { photos: summary, when: savedTime })}</p>
        {listed.on === 'server' && <DeletionWarning photos={listed.draft.photos} />}
      </div>
      <State listed={listed} />
      <div className={styles.acts}>
        <Link
          className={buttonClass({ kind: 'soft', small: true })}
          to={getListedDraftHref(listed)}
          aria-label={t(phrases.drafts.continueDraftWithName, { title })}
        >
          {t(phrases.drafts.continueDraft)}
        </Link>
        <IconButton label={t(phrases.drafts.deleteDraftWithName, { title })} icon={trash} onClick={onDelete} />
      </div>
    </li>
  )
}

function State({ listed }: { listed: DraftListItem }) {
  const t = useTranslate()
  const { photos } = listed.draft
  const undescribedCount = photos.filter(({ alt }) => !alt).length
  if (listed.on === 'device') {
    const isUnconfirmed = (listed.draft.unconfirmed ?? []).length > 0
    const state = isUnconfirmed ? phrases.drafts.notConfirmed : phrases.drafts.waitingForNetwork
    return <span className={styles.state}>{t(state)}</span>
  }
  if (photos.length === 0) return <span className={styles.state}>{t(phrases.drafts.noPhotoYet)}</span>
  if (undescribedCount > 0)
    return <span className={styles.state}>{t(phrases.drafts.altMissingCount, { count: undescribedCount })}</span>
  return (
    <span className={styles.state} data-ready="">
      {t(phrases.drafts.readyMark)}
    </span>
  )
}

const WARNING_DAYS = 7

/** Warning in the last 7 days before the photos of a draft are deleted. */
function DeletionWarning({ photos }: { photos: Draft['photos'] }) {
  const t = useTranslate()
  const now = useNow()
  const firstExpiry = Math.min(...photos.map(({ goesAt }) => Date.parse(goesAt)))
  const days = Math.ceil((firstExpiry - now) / DAY_MS)
  if (photos.length === 0 || days > WARNING_DAYS) return null
  return <p className={styles.going}>{t(phrases.drafts.photosDeletedIn, { count: Math.max(0, days) })}</p>
}
