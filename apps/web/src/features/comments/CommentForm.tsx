import type { Comment } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusWithCaretAtEnd } from '#lib/focus/focus-with-caret-at-end.ts'
import { growField } from '#lib/forms/grow-field.ts'
import { isImeComposition } from '#lib/forms/is-ime-composition.ts'
import { useOutboxItems } from '#lib/outbox/outbox-store.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { WaitingActions } from '#shell/outbox/lazy-outbox.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './CommentForm.module.css'
import { type ReplyTarget, useUnsentComment } from './use-reply-target.ts'
import { useCommentSendState, useSendComment } from './use-send-comment.ts'

const MentionSuggestions = lazyComponent(
  async () => (await import('#features/mentions/MentionSuggestions.tsx')).MentionSuggestions,
  null,
  {
    isDecoration: true,
  },
)
const ReplyTargetNote = lazyComponent(async () => (await import('./ReplyTargetNote.tsx')).ReplyTargetNote)
const CommentLengthNote = lazyComponent(async () => (await import('./CommentLengthNote.tsx')).CommentLengthNote)

type CommentFormProps = {
  postId: PostId
  replyTo: ReplyTarget | null
  onStopReply: () => void
  field: RefObject<HTMLTextAreaElement | null>
  /** The viewer's avatar. Omitted on pages that show the form without an avatar. */
  avatar?: ReactNode
  /** Called after the server has stored the comment. */
  onSent?: (comment: Comment) => void
}

/** Form to write a comment. Enter sends the comment; Shift+Enter starts a new line. */
export function CommentForm({ postId, replyTo, onStopReply, field, avatar, onSent }: CommentFormProps) {
  const t = useTranslate()
  const [text, write] = useUnsentComment(postId)
  const send = useSendComment(postId)
  const written = { text: text.trim(), parentId: replyTo?.id ?? null }
  const sending = useCommentSendState(postId, written)
  const waiting = useOutboxItems().filter(({ kind, thing }) => kind === 'comment' && thing === `post:${postId}`)
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!written.text || sending.isBusy() || replyTo?.isGone) return
    send.mutate(written, onSent && { onSuccess: ({ comment }) => comment && onSent(comment) })
  }
  const postAsNew = () => {
    onStopReply()
    focusWithCaretAtEnd(field.current)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {replyTo && <ReplyTargetNote replyTo={replyTo} onStop={onStopReply} onNew={postAsNew} />}
      <div className={styles.say} data-picture={avatar !== undefined || undefined}>
        {avatar}
        <CommentField field={field} text={text} write={write} submit={submit} />
        <button type="submit" className={styles.post} aria-disabled={sending.isPending || undefined}>
          {sending.isPending && <Spinner size={18} />}
          {t(sending.isPending ? phrases.comments.postingLabel : phrases.comments.postComment)}
        </button>
        {/[@#]/.test(text) && <MentionSuggestions field={field} post={postId} />}
      </div>
      {text.length > textLimits.comment / 2 && <CommentLengthNote text={text} />}
      {waiting.length > 0 && (
        <div className={styles.queued}>
          <WaitingActions items={waiting} />
        </div>
      )}
      <SendStatus isWaiting={sending.isWaiting} hasFailed={sending.hasFailed && !replyTo?.isGone} />
    </form>
  )
}

/** Message that the comment waits for the network, or that sending failed. */
function SendStatus({ isWaiting, hasFailed }: { isWaiting: boolean; hasFailed: boolean }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (
    <>
      <p className={styles.waits} role="status">
        {isWaiting && !isOnline && t(phrases.ui.offlineText)}
      </p>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t(phrases.comments.postFailed)}
        </p>
      )}
    </>
  )
}

type CommentFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
  submit: (event: KeyboardEvent) => void
}

function CommentField({ field, text, write, submit }: CommentFieldProps) {
  const t = useTranslate()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !isImeComposition(event.nativeEvent)) submit(event)
  }
  return (
    <>
      <label className="vh" htmlFor={id}>
        {t(phrases.comments.addComment)}
      </label>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={1}
        maxLength={textLimits.comment * 16}
        enterKeyHint="send"
        placeholder={t(phrases.comments.inputPlaceholder)}
        value={text}
        onChange={(event) => write(event.target.value)}
        onInput={growField}
        onFocus={growField}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
