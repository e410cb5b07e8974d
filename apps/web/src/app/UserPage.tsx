import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { userPostsQuery } from '#features/posts/post-lists.ts'
import { profileQuery } from '#features/profiles/profile-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { Content } from '#shell/Content.tsx'
import { usernameIn } from '#shell/handle.ts'
import { type Head, loads } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { ProfileView } from './ProfileView.tsx'

const PICTURE_PX = 320 // the width of a person's picture (contract users.ts, `image`)

export const loader = loads(async ({ t, queries, call, publicUrl }, { params }) => {
  const profile = await queries.fetchQuery(profileQuery(usernameIn(params.handle), call))
  // Of a closed wall nothing is kept: the answer changes with the follow.
  if (import.meta.env.SSR && profile.isOpen) await queries.prefetchInfiniteQuery(userPostsQuery(profile.id, call))
  const { fullname, username, bio, image } = profile
  const head: Head = {
    title: t(phrases.app.pageTitle, { page: `${fullname} (@${username})` }),
    description: bio || t(phrases.profiles.wallOf, { name: fullname, username }),
  }
  if (image)
    head.image = {
      url: new URL(image.replace(/webp$/, 'jpg'), publicUrl).href,
      width: PICTURE_PX,
      height: PICTURE_PX,
      alt: t(phrases.profiles.pictureOf, { name: fullname }),
    }
  return { head }
})

/** `/@{username}`, open to everybody. */
export function UserPage() {
  const username = usernameIn(useParams().handle)
  const { data: profile } = useQuery(profileQuery(username))
  return (
    <>
      <TopBar title={`@${profile?.username ?? username}`} back />
      <Content>
        <ProfileView key={username} username={username} />
      </Content>
    </>
  )
}
