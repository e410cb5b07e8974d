import { getProfile, type Profile } from '@pawtrait/contract/profiles.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { cacheFollow } from '#features/follows/follow-cache.ts'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for a user's profile, as the viewer may see it. It also updates the cached state of the follow button. */
export const profileQuery = (username: string, call: ApiCall = browserCall) =>
  queryOptions<Profile>({
    queryKey: ['profile', username.toLowerCase()],
    queryFn: async ({ client }) => {
      const profile = await call(getProfile, { params: { username } })
      const { id, followedByMe, requestedByMe, isPrivate, counts } = profile
      const known = { followedByMe, requestedByMe, isPrivate, followerCount: counts.followers }
      cacheFollow(client, { kind: 'user', id }, known)
      return profile
    },
  })
