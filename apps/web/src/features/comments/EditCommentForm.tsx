import type { Comment } from '@pawtrait/contract/comments.ts'
import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MentionSuggestions } from '#features/mentions/MentionSuggestions.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusWithCaretAtEnd } from '#lib/focus/focus-with-caret-at-end.ts'
import { isImeComposition } from '#lib/forms/is-ime-composition.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { CommentLengthNote } from './CommentLengthNote.tsx'
import styles from './EditCommentForm.module.css'
import { useEditComment } from './use-comment-mutations.ts'

const CommentConflict = lazyComponent(async () => (await import('./CommentConflict.tsx')).CommentConflict)

/** Form that edits the viewer's own comment in place. Enter saves; Shift+Enter starts a new line. */
export function EditCommentForm({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const t = useTranslate()
  const [text, setText] = useState(comment.text)
  const { edit, base, theirs, accept } = useEditComment(comment)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    focusWithCaretAtEnd(field.current)
    // Scrolls the form into view, because the sticky comment field may cover its buttons.
    field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [])
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    if (trimmed === base.text) return onDone()
    if (trimmed && !edit.isPending && !theirs) edit.mutate({ text: trimmed, seen: base }, { onSuccess: onDone })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeComposition(event.nativeEvent)) return
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' && !event.shiftKey) submit(event)
  }
  return (
    <form className={styles.edit} onSubmit={submit} data-unsaved>
      {/[@#]/.test(text) && <MentionSuggestions field={field} post={comment.postId} />}
      <TextArea
        ref={field}
        label={t(phrases.comments.editLabel)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={textLimits.comment * 16}
        enterKeyHint="send"
        onKeyDown={onKeyDown}
        error={edit.error && !theirs ? t(phrases.comments.editFailed) : null}
        rows={3}
      />
      <CommentLengthNote text={text} />
      {theirs && (
        <CommentConflict
          theirs={theirs}
          onSaveOwn={() => {
            accept(theirs)
            edit.mutate({ text: text.trim(), seen: theirs }, { onSuccess: onDone })
          }}
          onTakeOther={() => {
            accept(theirs)
            setText(theirs.text)
          }}
        />
      )}
      <Buttons busy={edit.isPending} disabled={theirs !== null} onCancel={onDone} />
    </form>
  )
}

function Buttons({ busy, disabled, onCancel }: { busy: boolean; disabled: boolean; onCancel: () => void }) {
  const t = useTranslate()
  return (
    <div className={styles.buttons}>
      <Button type="submit" small busy={busy} disabled={disabled}>
        {t(busy ? phrases.comments.savingLabel : phrases.comments.save)}
      </Button>
      <Button kind="quiet" small onClick={onCancel}>
        {t(phrases.ui.cancel)}
      </Button>
    </div>
  )
}
