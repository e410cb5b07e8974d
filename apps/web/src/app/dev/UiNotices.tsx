import clock from '@phosphor-icons/core/regular/clock-countdown.svg?path'
import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ConflictBox } from '#ui/states/ConflictBox.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { Note } from '#ui/states/Note.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './UiPage.module.css'

export function UiNotices() {
  const retry = (
    <Button kind="ghost" small>
      Try again
    </Button>
  )
  const findPetsLink = (
    <a className={buttonClass()} href="/dev/ui">
      Find pets to follow
    </a>
  )
  return (
    <section className={styles.section}>
      <h2>Notices</h2>
      <div className={styles.grid}>
        <Note icon={shield}>Location removed from 3 photos.</Note>
        <Note icon={clock} tone="plain">
          Sent at 18:02, ran out at 18:12.
        </Note>
        <Note icon={shield} tone="good">
          Account created
        </Note>
        <ErrorBox title="We could not load new posts" action={retry}>
          These posts are from 09:12.
        </ErrorBox>
        <ConflictBox title="This post was changed in another window" onSaveOwn={() => {}} onTakeOther={() => {}}>
          It now says “Sunday nap”.
        </ConflictBox>
        <WaitingNotices />
      </div>
      <EmptyState picture={<EmptyListArt of="photos" />} title="No posts yet" actions={findPetsLink}>
        Follow a few animals and see their newest posts here. No algorithm, no strangers.
      </EmptyState>
    </section>
  )
}

function WaitingNotices() {
  return (
    <>
      <ProgressBar label="Uploading" value={0.4} />
      <ProgressBar label="Processing" />
      <div className={styles.row}>
        <Spinner />
      </div>
      <LabelledSkeleton label="Loading your feed">
        <div className={styles.row}>
          <Skeleton className={styles.line} />
          <Skeleton shape="circle" className={styles.circle} />
          <Skeleton shape="arch" className={styles.arch} />
        </div>
      </LabelledSkeleton>
    </>
  )
}
