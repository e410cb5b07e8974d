import { getTransparency } from '@pawtrait/contract/moderation/transparency.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** What moderators did by month, newest first. */
export const transparencyQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: ['transparency'], queryFn: () => call(getTransparency), select: ({ months }) => months })
