import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BlockedProfile } from '#features/blocks/BlockedProfile.tsx'
import { blockedUserQuery } from '#features/blocks/block-cache.ts'
import { userPostsQuery } from '#features/posts/post-lists.ts'
import { profileQuery } from '#features/profiles/profile-cache.ts'
import { redirectFormerUsername } from '#features/profiles/redirect-former-username.ts'
import { phrases } from '#i18n/phrases.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, type PageHead, type PageLoaderContext, pageLoader, withNoindex } from '#shell/page-loader.ts'
import { parseUsername } from '#shell/parse-username.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { ProfileView } from './ProfileView.tsx'

const PICTURE_PX = 320 // The server uses this width in the URLs of profile pictures (small-image-url.ts).

type ProfileOrBlocked = { profile: Profile; blocked?: never } | { blocked: UserCard }

/**
 * Returns the profile, or the user card of a blocked user.
 * @throws CallError `offline`, or with the server's error code, such as `not-found`
 */
async function findProfile({ queries, call, viewer }: PageLoaderContext, username: string): Promise<ProfileOrBlocked> {
  try {
    return { profile: await fetchWithCacheFallback(queries, profileQuery(username, call)) }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'not-found'
    const blocked = isMissing && viewer && (await queries.fetchQuery(blockedUserQuery(username, call)))
    if (!blocked) throw error
    return { blocked }
  }
}

export const loader = pageLoader(async (env, { params }) => {
  const { t, queries, call, publicUrl } = env
  const username = parseUsername(params.handle)
  const result = await findProfile(env, username)
  if (result.blocked) return { head: withNoindex(createPageHead(t, `@${result.blocked.username}`)) }
  const { profile } = result
  // Does not prefetch the posts of a private account, because the response changes once the viewer follows the account.
  if (import.meta.env.SSR && profile.isOpen) await queries.prefetchInfiniteQuery(userPostsQuery(profile.id, call))
  redirectFormerUsername(profile, username)
  const { fullname, bio, image } = profile
  const head: PageHead = {
    title: t(phrases.app.pageTitle, { page: `${fullname} (@${profile.username})` }),
    description: bio || t(phrases.profiles.metaDescription, { name: fullname, username: profile.username }),
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

/** Page at `/@{username}`: the profile of a user. Visitors may see it. */
export function UserPage() {
  const username = parseUsername(useParams().handle)
  const { data: blocked } = useQuery({ ...blockedUserQuery(username), enabled: false })
  const { data: profile } = useQuery({ ...profileQuery(username), enabled: !blocked })
  return (
    <>
      <TopBar title={`@${profile?.username ?? username}`} back />
      <MainContent>
        {blocked ? <BlockedProfile user={blocked} /> : <ProfileView key={username} username={username} />}
      </MainContent>
    </>
  )
}
