import type { Draft } from '@pawtrait/contract/drafts.ts'
import devices from '@phosphor-icons/core/regular/devices.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './DraftSaveStatus.module.css'
import { acceptRemoteDraft, overwriteRemoteDraft } from './sync-draft.ts'

/** Message that another device changed the draft. The user chooses a version; both versions exist until then. */
export function DraftConflict({ theirs }: { theirs: Draft }) {
  const t = useTranslate()
  const { caption, photos } = theirs
  return (
    <div role="status">
      <Note icon={devices} tone="plain">
        <b>{t(phrases.drafts.conflictTitle)}</b>
        <p>
          {caption ? t(phrases.drafts.otherDeviceCaption, { caption }) : t(phrases.drafts.otherCaptionMissing)}{' '}
          {t(phrases.drafts.photoCount, { count: photos.length })}.
        </p>
        <div className={styles.acts}>
          <Button kind="soft" small onClick={() => overwriteRemoteDraft(theirs)}>
            {t(phrases.drafts.keepOwnVersion)}
          </Button>
          <Button kind="ghost" small onClick={() => acceptRemoteDraft(theirs)}>
            {t(phrases.drafts.takeOtherVersion)}
          </Button>
        </div>
      </Note>
    </div>
  )
}
