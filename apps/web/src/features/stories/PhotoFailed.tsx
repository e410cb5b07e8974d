import { getStory, type Story } from '@pawtrait/contract/stories.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/call.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import styles from './StoryViewer.module.css'
import { changeStory, storyLeftKey } from './story-cache.ts'

/** Says that the photo of a story did not come. `onRetry` once its address, which ends with the day, is read anew. */
export function PhotoFailed({ story: { id }, onRetry }: { story: Pick<Story, 'id'>; onRetry: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const again = useMutation({
    mutationKey: ['story-photo', id],
    mutationFn: () => call(getStory, { params: { id } }),
    onSuccess: ({ photo }) => changeStory(queries, id, () => ({ photo })),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'not-found') queries.setQueryData(storyLeftKey(id), true)
    },
    onSettled: onRetry,
  })
  return (
    <div className={styles.notice}>
      <LoadFailed
        title={t(phrases.stories.photoMissing)}
        query={{ isFetching: again.isPending, refetch: () => again.mutateAsync().catch(() => {}) }}
      />
    </div>
  )
}
