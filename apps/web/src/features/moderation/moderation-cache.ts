import { getModeratorRole } from '@pawtrait/contract/moderation/moderation.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

const STALE_TIME_MS = 10 * 60_000

/** Query for whether the viewer is a moderator. Refetched rarely, because the role hardly ever changes. */
export const moderatorRoleQuery = () =>
  queryOptions({ queryKey: ['moderator-role'], queryFn: () => call(getModeratorRole), staleTime: STALE_TIME_MS })
