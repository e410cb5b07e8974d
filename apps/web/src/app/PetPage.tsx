import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { cacheFollow } from '#features/follows/follow-cache.ts'
import { petQuery } from '#features/pets/pet-cache.ts'
import { petPostsQuery } from '#features/posts/post-lists.ts'
import { reelQuery } from '#features/stories/story-cache.ts'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { createLinkPreviewImage } from '#shell/link-preview-image.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { pageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { PetView } from './PetView.tsx'

export const loader = pageLoader(async ({ t, queries, call, publicUrl }, { params }) => {
  const pet = await fetchWithCacheFallback(queries, petQuery(params.slug ?? '', call))
  const { id, name, breed, species, bio, portraitPhoto, followedByMe, counts } = pet
  cacheFollow(queries, { kind: 'pet', id }, { followedByMe, followerCount: counts.followers })
  if (import.meta.env.SSR)
    await Promise.all([
      queries.prefetchInfiniteQuery(petPostsQuery(id, call)),
      queries.prefetchQuery(reelQuery({ kind: 'pet', id }, call)),
    ])
  const description = bio || t(phrases.pets.metaDescription, { name, kind: breed || t(speciesLabels[species]) })
  const image = portraitPhoto && createLinkPreviewImage(portraitPhoto, name, publicUrl)
  return { head: { title: t(phrases.app.pageTitle, { page: name }), description, ...image } }
})

/** Public page of a pet at `/pets/{slug}`. */
export function PetPage() {
  const { slug = '' } = useParams()
  const { data: pet } = useQuery(petQuery(slug))
  if (!pet) return null
  return (
    <>
      <TopBar title={pet.name} back />
      <MainContent>
        <PetView key={pet.id} pet={pet} />
      </MainContent>
    </>
  )
}
