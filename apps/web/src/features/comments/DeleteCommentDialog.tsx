import type { Comment } from '@pawtrait/contract/comments.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { useDeleteComment } from './use-change-comment.ts'

type DeleteCommentDialogProps = { comment: Comment; open: boolean; onClose: () => void }

/** Asks before a comment goes. */
export function DeleteCommentDialog({ comment, open, onClose }: DeleteCommentDialogProps) {
  const t = useTranslate()
  const remove = useDeleteComment(comment)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      alert
      title={t('comments.deleteThis')}
      actions={
        <>
          <Button
            kind="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
          >
            {t(remove.isPending ? 'comments.deleting' : 'comments.delete')}
          </Button>
          <Button kind="ghost" data-autofocus onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        </>
      }
    >
      <p className="muted">{t(comment.replyCount > 0 ? 'comments.deleteWithReplies' : 'comments.deleteLead')}</p>
      {remove.error && <ErrorBox title={t('comments.notDeleted')} />}
    </Dialog>
  )
}
