import type { Comment } from '@pawtrait/contract/comments.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { useDeleteComment } from './use-comment-mutations.ts'

type DeleteCommentDialogProps = { comment: Comment; open: boolean; onClose: () => void }

export function DeleteCommentDialog({ comment, open, onClose }: DeleteCommentDialogProps) {
  const t = useTranslate()
  const remove = useDeleteComment(comment)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(phrases.comments.deleteTitle)}
      yes={t(remove.isPending ? phrases.comments.deletingLabel : phrases.comments.deleteButton)}
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      busy={remove.isPending}
    >
      <p className="muted">
        {t(comment.replyCount > 0 ? phrases.comments.deleteTextWithReplies : phrases.comments.deleteText)}
      </p>
      <CallErrorMessage title={t(phrases.comments.deleteFailed)} error={remove.error} />
    </ConfirmDialog>
  )
}
