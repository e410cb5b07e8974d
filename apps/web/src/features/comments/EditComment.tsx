import type { Comment } from '@pawtrait/contract/comments.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { MentionBox } from '#features/mentions/MentionBox.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import styles from './EditComment.module.css'
import { useEditComment } from './use-change-comment.ts'

/** Changes one's own comment in its place. */
export function EditComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const t = useTranslate()
  const [text, setText] = useState(comment.text)
  const edit = useEditComment(comment)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    // With its buttons, which the field at the foot of the page would cover.
    field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    if (said === comment.text) return onDone()
    if (said) edit.mutate(said, { onSuccess: onDone })
  }
  return (
    <form className={styles.edit} onSubmit={submit}>
      {/[@#]/.test(text) && <MentionBox field={field} post={comment.postId} />}
      <TextArea
        ref={field}
        label={t('comments.editOwn')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        error={edit.error && t('comments.notChanged')}
        rows={3}
      />
      <div className={styles.buttons}>
        <Button type="submit" small busy={edit.isPending}>
          {t(edit.isPending ? 'comments.saving' : 'comments.save')}
        </Button>
        <Button kind="quiet" small onClick={onDone}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
