import cloud from '@phosphor-icons/core/regular/cloud-check.svg?path'
import noNet from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import warning from '@phosphor-icons/core/regular/warning-circle.svg?path'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './DraftKept.module.css'
import { keepMine, putAside, type SyncState, takeTheirs } from './sync-draft.ts'

const icons = { idle: cloud, saving: cloud, saved: cloud, waiting: noNet, failed: warning } as const

type DraftKeptProps = { sync: SyncState; draftsHref: string; onPutAside: () => void }

/** Where the draft is kept, the way to put it aside, and what to do when another device changed it. */
export function DraftKept({ sync: { step, theirs }, draftsHref, onPutAside }: DraftKeptProps) {
  const t = useTranslate()
  if (step === 'conflict' && theirs) {
    const actions = (
      <span className={styles.acts}>
        <Button kind="ghost" small onClick={() => keepMine(theirs)}>
          {t('drafts.keepMine')}
        </Button>
        <Button kind="quiet" small onClick={() => takeTheirs(theirs)}>
          {t('drafts.takeTheirs')}
        </Button>
      </span>
    )
    return (
      <ErrorBox title={t('drafts.conflict')} action={actions}>
        {theirs.caption ? t('drafts.saysThere', { caption: theirs.caption }) : t('drafts.saysNothing')}{' '}
        {t('drafts.photos', { count: theirs.photos.length })}.
      </ErrorBox>
    )
  }
  const shown = step === 'conflict' ? 'failed' : step
  return (
    <div className={styles.kept}>
      <Icon path={icons[shown]} size={20} />
      <span role="status">{t(`drafts.step-${shown}`)}</span>
      <Link className="link" to={draftsHref}>
        {t('drafts.drafts')}
      </Link>
      <Button kind="quiet" small onClick={() => void putAside().then(onPutAside)}>
        {t('drafts.putAside')}
      </Button>
    </div>
  )
}
