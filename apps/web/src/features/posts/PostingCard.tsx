import { paths } from '@pawtrait/contract/paths.ts'
import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { ProgressRing } from '#ui/states/ProgressRing.tsx'
import styles from './PostingCard.module.css'
import type { PostingProgress } from './posting-progress.ts'

/**
 * Card of the post that is being sent, at its future position in the list. It links to the Create page, where the
 * author can change or cancel the post.
 */
export function PostingCard({ progress: { step, share, caption, picture } }: { progress: PostingProgress }) {
  const t = useTranslate()
  const state = {
    drafting: '',
    sending: t(phrases.create.postingProgress, { percent: Math.round(share * 100) }),
    waiting: t(phrases.create.waitingForConnection),
    failed: t(phrases.create.postFailed),
    unconfirmed: t(phrases.create.postUnconfirmed),
  }[step]
  return (
    <Link
      className={styles.card}
      to={paths.create}
      data-failed={step === 'failed' || step === 'unconfirmed' || undefined}
    >
      <span className={styles.picture}>
        {picture && <img src={picture} alt="" />}
        {step === 'sending' && <ProgressRing share={share} />}
      </span>
      <span className={styles.words}>
        <b>{state}</b>
        {caption && (
          <span className="muted small" dir="auto">
            {caption}
          </span>
        )}
      </span>
      <Icon path={caret} size={18} />
    </Link>
  )
}
