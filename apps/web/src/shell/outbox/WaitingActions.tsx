import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import bookmark from '@phosphor-icons/core/regular/bookmark-simple.svg?path'
import camera from '@phosphor-icons/core/regular/camera.svg?path'
import chat from '@phosphor-icons/core/regular/chat-circle.svg?path'
import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import personMinus from '@phosphor-icons/core/regular/user-minus.svg?path'
import person from '@phosphor-icons/core/regular/user-plus.svg?path'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { outboxKindLabels, outboxUndoLabels } from '#i18n/en/by-value/app/outbox-kind-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { useFocusAfterRemoval } from '#lib/focus/use-focus-after-removal.ts'
import { cancelQueuedAction } from '#lib/outbox/outbox.ts'
import type { OutboxItem, OutboxKind } from '#lib/outbox/outbox-database.ts'
import { CallError } from '#lib/server/call.ts'
import { useSessionEnded } from '#lib/server/use-session-ended.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './WaitingActions.module.css'

const icons: Record<OutboxKind, string> = {
  like: paw,
  save: bookmark,
  follow: person,
  comment: chat,
  story: camera,
  'story-reply': chat,
  'like-comment': paw,
  react: paw,
  view: paw,
  edit: pencil,
  delete: trash,
}

type UndoKind = keyof typeof outboxUndoLabels

const isUndoKind = (kind: OutboxKind): kind is UndoKind => kind in outboxUndoLabels

/** Returns the icon and the name of a queued action. A DELETE request undoes a state, such as a like. */
function describe({ kind, request }: OutboxItem) {
  const isUndo = request.method === 'DELETE'
  return {
    icon: isUndo && kind === 'follow' ? personMinus : icons[kind],
    name: isUndo && isUndoKind(kind) ? outboxUndoLabels[kind] : outboxKindLabels[kind],
  }
}

/** List of queued actions with a button to cancel each. Refused actions show the reason. */
export function WaitingActions({ items }: { items: readonly OutboxItem[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <WaitingAction key={item.id} item={item} />
      ))}
    </ul>
  )
}

const findNextButton = ({ nextElementSibling, previousElementSibling }: HTMLElement) =>
  (nextElementSibling ?? previousElementSibling)?.querySelector('button')

function WaitingAction({ item }: { item: OutboxItem }) {
  const t = useTranslate()
  const problemText = useProblemText()
  const hasEnded = useSessionEnded()
  const element = useRef<HTMLLIElement>(null)
  useFocusAfterRemoval(element, findNextButton)
  const { words, refused } = item
  const { icon, name } = describe(item)
  const label = words ? `${t(name)}: ${isolateBidi(words)}` : t(name)
  const editedPost = item.kind === 'edit' && item.thing.startsWith('post:') ? item.thing.slice('post:'.length) : null
  const conflict = editedPost ? phrases.app.outboxPostConflict : phrases.app.outboxConflict
  const formatReason = (problem: ProblemBody) =>
    problem.code === 'conflict' ? t(conflict) : problemText(new CallError(problem))
  return (
    <li ref={element} className={styles.item} data-refused={refused !== null || undefined}>
      <Icon path={icon} size={20} />
      <span className={styles.words}>
        <b>{label}</b>
        <span className={`${styles.state} small muted`} role="status">
          {refused ? (
            t(phrases.app.outboxRefused, { reason: formatReason(refused) })
          ) : hasEnded ? (
            <LogInLink />
          ) : (
            t(phrases.app.outboxWaiting)
          )}
        </span>
        {refused && editedPost && refused.code !== 'not-found' && (
          <Link className="link small alone" to={paths.editPost(editedPost)} state={{ refusedEdit: item.id }}>
            {t(phrases.app.outboxContinue)}
          </Link>
        )}
      </span>
      <IconButton
        label={t(refused ? phrases.app.outboxRemove : phrases.app.outboxCancel, { what: label })}
        icon={x}
        iconSize={18}
        onClick={() => void cancelQueuedAction(item)}
      />
    </li>
  )
}

function LogInLink() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return <a href={paths.logIn(pathname)}>{t(phrases.app.outboxLogIn)}</a>
}
