import cloud from '@phosphor-icons/core/regular/cloud-check.svg?path'
import devices from '@phosphor-icons/core/regular/devices.svg?path'
import warning from '@phosphor-icons/core/regular/warning-circle.svg?path'
import noNet from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import { draftSaveStateTexts } from '#i18n/en/by-value/posts/draft-save-state-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './DraftSaveStatus.module.css'
import { type DraftSyncState, switchDraft } from './sync-draft.ts'

const icons = {
  idle: cloud,
  saving: cloud,
  saved: cloud,
  waiting: noNet,
  unconfirmed: noNet,
  failed: warning,
  conflict: devices,
} as const

type DraftSaveStatusProps = { sync: DraftSyncState; draftsHref: string; onPutAside: () => void }

/** Save state of the draft, with a button that keeps the draft for later and starts an empty draft. */
export function DraftSaveStatus({ sync: { step, theirs }, draftsHref, onPutAside }: DraftSaveStatusProps) {
  const t = useTranslate()
  const shownStep = step === 'conflict' && !theirs ? 'failed' : step
  return (
    <div className={styles.kept}>
      <Icon path={icons[shownStep]} size={20} />
      <span role="status">{t(draftSaveStateTexts[shownStep])}</span>
      <Link className="link alone" to={draftsHref}>
        {t(phrases.drafts.draftsTitle)}
      </Link>
      <Button kind="quiet" small onClick={() => void switchDraft().then(onPutAside)}>
        {t(phrases.drafts.saveDraft)}
      </Button>
    </div>
  )
}
