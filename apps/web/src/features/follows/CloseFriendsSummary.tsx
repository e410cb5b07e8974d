import type { UserCard } from '@pawtrait/contract/users.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import styles from './CloseFriendsPage.module.css'

const FACES = 5

/** Number of close friends, an explanation, and a button to clear the list. */
export function CloseFriendsSummary({ friends, onClear }: { friends: readonly UserCard[]; onClear: () => void }) {
  const t = useTranslate()
  return (
    <aside className={classNames(styles.card, styles.side)} aria-label={t(phrases.follows.closeFriends)}>
      {friends.length > 0 && (
        <div className={styles.faces} aria-hidden="true">
          {friends.slice(0, FACES).map(({ id, fullname, image }) => (
            <Avatar key={id} id={id} name={fullname} image={image} size={56} />
          ))}
        </div>
      )}
      {/* The status contains the heading. In Chromium, a heading that contains a status has no accessible name. */}
      <div role="status">
        <h2>
          {friends.length > 0
            ? t(phrases.follows.closeFriendCount, { count: friends.length })
            : t(phrases.follows.noCloseFriends)}
        </h2>
      </div>
      <p>{t(phrases.follows.closeFriendsText)}</p>
      {friends.length > 0 && <ClearListButton onClear={onClear} />}
    </aside>
  )
}

/** Button that removes all close friends after a confirmation. */
function ClearListButton({ onClear }: { onClear: () => void }) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const clear = () => {
    close()
    onClear()
    // The button that opened the dialog is removed with the list, so focus the page.
    requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
  }
  return (
    <>
      <Button kind="quiet" small onClick={() => setAsking(true)}>
        {t(phrases.follows.clearCloseFriends)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={t(phrases.follows.clearTitle)}
        yes={t(phrases.follows.clearCloseFriends)}
        onYes={clear}
      >
        <p className="muted">{t(phrases.follows.clearText)}</p>
      </ConfirmDialog>
    </>
  )
}
