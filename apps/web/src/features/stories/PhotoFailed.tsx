import { getStory, type Story } from '@pawtrait/contract/stories.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/server/call.ts'
import { LoadFailed } from '#ui/states/LoadFailed.tsx'
import styles from './StoryViewer.module.css'
import { changeStory, storyLeftKey } from './story-cache.ts'

/** Fetches a story; if it is gone, tells its viewer. */
async function refetchStory(queries: QueryClient, id: Story['id']): Promise<Story> {
  try {
    return await call(getStory, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') queries.setQueryData(storyLeftKey(id), true)
    throw error
  }
}

/**
 * Says that the photo of a story failed to load. `onRetry` runs after its signed URL, valid for a day, was refetched.
 */
export function PhotoFailed({ story: { id }, onRetry }: { story: Pick<Story, 'id'>; onRetry: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  // An expired story loses its photo too. Check at once, so that the viewer need not press to learn that.
  useEffect(() => void refetchStory(queries, id).catch(() => {}), [queries, id])
  const again = useMutation({
    mutationKey: ['story-photo', id],
    mutationFn: () => refetchStory(queries, id),
    onSuccess: ({ photo }) => changeStory(queries, id, () => ({ photo })),
    onSettled: onRetry,
  })
  return (
    <div className={styles.notice}>
      <LoadFailed
        title={t(phrases.stories.photoLoadFailed)}
        query={{ isFetching: again.isPending, refetch: () => again.mutateAsync().catch(() => {}) }}
      />
    </div>
  )
}
