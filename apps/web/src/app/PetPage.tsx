import type { Pet } from '@pawtrait/contract/pets.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { keepFollow } from '#features/follows/follow-cache.ts'
import { petQuery } from '#features/pets/pet-cache.ts'
import { petPostsQuery } from '#features/posts/post-lists.ts'
import { reelQuery } from '#features/stories/story-cache.ts'
import { speciesPhrases } from '#i18n/en/chosen/species.ts'
import { phrases } from '#i18n/phrases.ts'
import { Content } from '#shell/Content.tsx'
import { type Head, loads } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { PetView } from './PetView.tsx'

const UNFURLED_PX = 1080 // stands for every photo that is that wide

/** The portrait as a JPEG, for whoever unfurls the link. */
function pictureOf({ name, portraitPhoto: photo }: Pet, publicUrl: string): Pick<Head, 'image'> {
  const jpeg = photo?.variants.filter(({ format, width }) => format === 'jpg' && width <= UNFURLED_PX).at(-1)
  if (!photo || !jpeg) return {}
  const height = Math.round((jpeg.width * photo.height) / photo.width)
  return { image: { url: new URL(jpeg.src, publicUrl).href, width: jpeg.width, height, alt: name } }
}

export const loader = loads(async ({ t, queries, call, publicUrl }, { params }) => {
  const pet = await queries.fetchQuery(petQuery(params.slug ?? '', call))
  const { id, name, breed, species, bio, followedByMe, counts } = pet
  keepFollow(queries, { kind: 'pet', id }, { followedByMe, followerCount: counts.followers })
  if (import.meta.env.SSR)
    await Promise.all([
      queries.prefetchInfiniteQuery(petPostsQuery(id, call)),
      queries.prefetchQuery(reelQuery({ kind: 'pet', id }, call)),
    ])
  const description = bio || t(phrases.pets.wallOf, { name, kind: breed || t(speciesPhrases[species]) })
  const head: Head = { title: t(phrases.app.pageTitle, { page: name }), description, ...pictureOf(pet, publicUrl) }
  return { head }
})

/** `/pets/{slug}`, open to everybody. */
export function PetPage() {
  const { slug = '' } = useParams()
  const { data: pet } = useQuery(petQuery(slug))
  if (!pet) return null
  return (
    <>
      <TopBar title={pet.name} back />
      <Content>
        <PetView key={pet.id} pet={pet} />
      </Content>
    </>
  )
}
