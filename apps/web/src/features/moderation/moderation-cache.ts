import { getModeratorRole } from '@pawtrait/contract/moderation/moderation.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

const RARELY_MS = 10 * 60_000

/** Whether the viewer is a moderator. Fetched where the link to the desk is, and rarely: it changes once in years. */
export const moderatorRoleQuery = () =>
  queryOptions({ queryKey: ['moderator-role'], queryFn: () => call(getModeratorRole), staleTime: RARELY_MS })
