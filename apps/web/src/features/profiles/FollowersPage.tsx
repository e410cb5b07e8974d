import { followListQuery } from '#features/follows/follow-list-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { createPageHead, pageLoader } from '#shell/page-loader.ts'
import { parseUsername } from '#shell/parse-username.ts'
import { FollowList } from './FollowList.tsx'
import { profileQuery } from './profile-cache.ts'
import { redirectFormerUsername } from './redirect-former-username.ts'

export const loader = pageLoader(async ({ t, queries, call }, { params }) => {
  const username = parseUsername(params.handle)
  const profile = await fetchWithCacheFallback(queries, profileQuery(username, call))
  redirectFormerUsername(profile, username, '/followers')
  const { id, fullname, isOpen } = profile
  if (import.meta.env.SSR && isOpen) await queries.prefetchInfiniteQuery(followListQuery('followers', id, '', call))
  return { head: createPageHead(t, t(phrases.profiles.followersOf, { name: fullname })) }
})

/** The page at `/@{username}/followers`, also for visitors. */
export function FollowersPage() {
  return <FollowList kind="followers" />
}
