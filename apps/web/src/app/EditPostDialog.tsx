import type { Post } from '@pawtrait/contract/posts.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EditPostForm } from './EditPostForm.tsx'

/** Changes the words of one's own post. What was typed stays when the dialog is closed without a choice. */
export function EditPostDialog({ post, open, onClose }: { post: Post; open: boolean; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t('posts.editTitle')} closeLabel={t('ui.close')} wide>
      <EditPostForm post={post} onDone={onClose} />
    </Dialog>
  )
}
