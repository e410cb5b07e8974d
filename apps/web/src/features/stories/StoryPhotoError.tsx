import { getStory, type Story } from '@pawtrait/contract/stories.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/server/call.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import styles from './StoryViewer.module.css'
import { storyDeletedKey, updateCachedStory } from './story-cache.ts'

/** Fetches a story. If the server does not find the story, marks the story as deleted in the cache. */
async function refetchStory(queries: QueryClient, id: Story['id']): Promise<Story> {
  try {
    return await call(getStory, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') queries.setQueryData(storyDeletedKey(id), true)
    throw error
  }
}

/**
 * Error for a photo that failed to load. Retry fetches a new signed URL, because the old one may have expired, and
 * calls `onRetry`.
 */
export function StoryPhotoError({ story: { id }, onRetry }: { story: Pick<Story, 'id'>; onRetry: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  // Checks at once whether the story still exists, because the photo of an expired story also fails to load.
  useEffect(() => void refetchStory(queries, id).catch(() => {}), [queries, id])
  const retry = useMutation({
    mutationKey: ['story-photo', id],
    mutationFn: () => refetchStory(queries, id),
    onSuccess: ({ photo }) => updateCachedStory(queries, id, () => ({ photo })),
    onSettled: onRetry,
  })
  return (
    <div className={styles.notice}>
      <LoadErrorMessage
        title={t(phrases.stories.photoLoadFailed)}
        query={{ isFetching: retry.isPending, refetch: () => retry.mutateAsync().catch(() => {}) }}
      />
    </div>
  )
}
