import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import tray from '@phosphor-icons/core/regular/tray.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Note } from '#ui/states/Note.tsx'
import { DraftPhotos } from './DraftPhotos.tsx'
import styles from './PendingDrafts.module.css'
import {
  type DraftListItem,
  getListedDraftHref,
  getListedDraftKey,
  getListedDraftSavedAt,
  useDrafts,
} from './use-drafts.ts'

type PendingDraftsProps = {
  /** True if the layout has room for a card beside the drop zone. */
  asCard: boolean
}

// Number of drafts that fit into the card beside the drop zone.
const MAX_SHOWN = 3

/** Card with the last three unfinished drafts, or a line with the draft count. Renders nothing without drafts. */
export function PendingDrafts({ asCard }: PendingDraftsProps) {
  const viewer = useViewer()
  return viewer ? <DraftList viewer={viewer.id} asCard={asCard} /> : null
}

function DraftList({ viewer, asCard }: PendingDraftsProps & { viewer: UserId }) {
  const t = useTranslate()
  const { drafts } = useDrafts(viewer)
  const count = drafts.length
  if (count === 0) return null
  if (!asCard)
    return (
      <Note icon={tray}>
        <Link className={classNames('link', styles.line)} to={paths.drafts}>
          {t(phrases.drafts.draftCount, { count })}
        </Link>
      </Note>
    )
  return (
    <section className={styles.card} aria-label={t(phrases.drafts.draftsTitle)}>
      <div className={styles.head}>
        <h2>{t(phrases.drafts.draftsTitle)}</h2>
        <Link className="link" to={paths.drafts}>
          {t(phrases.drafts.allDrafts, { count })}
        </Link>
      </div>
      <ul className={styles.drafts}>
        {drafts.slice(0, MAX_SHOWN).map((listed) => (
          <Row key={getListedDraftKey(listed)} listed={listed} />
        ))}
      </ul>
    </section>
  )
}

function Row({ listed }: { listed: DraftListItem }) {
  const t = useTranslate()
  const { caption, photos } = listed.draft
  const count = photos.length
  return (
    <li>
      <Link className={styles.draft} to={getListedDraftHref(listed)}>
        <span className={styles.picture}>
          <DraftPhotos listed={listed} most={1} sizes="52px" />
        </span>
        <span className={styles.words}>
          <b dir="auto">{caption || t(phrases.drafts.noCaption)}</b>
          <span className="muted small">
            {count > 0 ? t(phrases.drafts.photoCount, { count }) : t(phrases.drafts.noPhotoYet)} ·{' '}
            <RelativeTime iso={getListedDraftSavedAt(listed)} />
          </span>
        </span>
        <Icon path={caret} size={18} />
      </Link>
    </li>
  )
}
