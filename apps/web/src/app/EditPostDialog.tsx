import { loadChunk } from '#lib/load-chunk.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { lazy, Suspense } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'

// Few posts are edited: the form is fetched when one is.
const EditPostForm = lazy(async () => ({ default: (await loadChunk(() => import('./EditPostForm.tsx'))).EditPostForm }))

/** Changes the words of one's own post. What was typed stays when the dialog is closed without a choice. */
export function EditPostDialog({ post, open, onClose }: { post: Post; open: boolean; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t('posts.editTitle')} closeLabel={t('ui.close')} wide>
      <Suspense
        fallback={
          <Loading label={t('app.loading')}>
            <Skeleton shape="block" />
          </Loading>
        }
      >
        <EditPostForm post={post} onDone={onClose} />
      </Suspense>
    </Dialog>
  )
}
