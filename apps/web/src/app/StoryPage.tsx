import type { PetId, StoryId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { getStoryImageSizes } from '#features/stories/StoryPhoto.tsx'
import { StoryPoster } from '#features/stories/StoryPoster.tsx'
import { StoryViewer } from '#features/stories/StoryViewer.tsx'
import { reelQuery } from '#features/stories/story-cache.ts'
import type { Playlist } from '#features/stories/use-story-playback.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import { useHasHydrated, useNow } from '#lib/time/use-now.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { useGoBack } from '#shell/navigation/PageRouter.tsx'
import { createPageHead, pageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { usePhotoPreload } from '#ui/photos/preload-photo.ts'
import { useStoryViewerProps } from './use-story-viewer-props.ts'

// The cast is safe, because the API validates the id.
const singleStory = (id: string | undefined) => ({ kind: 'story' as const, id: (id ?? '') as StoryId })

export const loader = pageLoader(async ({ t, queries, call }, { params, url }) => {
  const [story] = await fetchWithCacheFallback(queries, reelQuery(singleStory(params.id), call))
  // Fetches the reels that the story viewer plays, so that it shows the first story without another request.
  const reels = story ? playlistOf(story, url.searchParams, currentTimeMs()).reels : []
  await Promise.all(reels.map((reel) => queries.prefetchQuery(reelQuery(reel, call))))
  const name = story?.author.username ?? ''
  return { head: createPageHead(t, t(phrases.stories.storyOf, { name })) }
})

/**
 * Playlist of a story opened by its link. If the URL names a pet: that pet's highlights. Otherwise all stories of the
 * author, or only this story if it has expired.
 */
function playlistOf(story: Story, params: URLSearchParams, now: number): Playlist {
  const pet = params.get('pet')
  if (pet) return { reels: [{ kind: 'pet', id: pet as PetId }], at: 0, from: story.id }
  const isActive = Date.parse(story.expiresAt) > now
  const authorReel = { kind: 'user' as const, id: story.author.id, linked: story.id }
  return { reels: [isActive ? authorReel : singleStory(story.id)], at: 0, from: story.id }
}

/** Page at `/stories/:id`: the story viewer on an empty page. Closing the story viewer opens the previous page. */
export function StoryPage() {
  const t = useTranslate()
  const { id } = useParams()
  const { data } = useQuery({ ...reelQuery(singleStory(id)), staleTime: Infinity })
  const [story] = data ?? []
  return (
    <>
      <TopBar
        title={story ? t(phrases.stories.storyOf, { name: story.author.username }) : t(phrases.stories.rowLabel)}
      />
      <MainContent>{story && <StoryPlayer key={story.id} story={story} />}</MainContent>
    </>
  )
}

function StoryPlayer({ story }: { story: Story }) {
  const viewerProps = useStoryViewerProps()
  const params = useSearchParams()
  const isBrowser = useHasHydrated()
  const now = useNow()
  usePhotoPreload(story.photo, getStoryImageSizes(story.photo, story.composition !== null), true)
  const [playlist] = useState(() => playlistOf(story, params, now))
  const close = useGoBack(viewerProps.viewer ? paths.feed : paths.user(story.author.username))
  return (
    <>
      {!isBrowser && <StoryPoster story={story} />}
      <StoryViewer
        open={isBrowser}
        onClose={close}
        playlist={playlist}
        atReplies={params.get('panel') === 'replies'}
        {...viewerProps}
      />
    </>
  )
}
