import { getStory, type Story } from '@pawtrait/contract/stories.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/server/call.ts'
import { LoadFailed } from '#ui/states/LoadFailed.tsx'
import styles from './StoryViewer.module.css'
import { changeStory, storyLeftKey } from './story-cache.ts'

/** A story as it is now; if it is gone, whoever watches it is told. */
async function readAgain(queries: QueryClient, id: Story['id']): Promise<Story> {
  try {
    return await call(getStory, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') queries.setQueryData(storyLeftKey(id), true)
    throw error
  }
}

/** Says that the photo of a story did not come. `onRetry` once its address, which ends with the day, is read anew. */
export function PhotoFailed({ story: { id }, onRetry }: { story: Pick<Story, 'id'>; onRetry: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  // A story that ends takes its photo with it: whoever came too late for the photo need not press to be told so.
  useEffect(() => void readAgain(queries, id).catch(() => {}), [queries, id])
  const again = useMutation({
    mutationKey: ['story-photo', id],
    mutationFn: () => readAgain(queries, id),
    onSuccess: ({ photo }) => changeStory(queries, id, () => ({ photo })),
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
