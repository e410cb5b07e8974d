import { getInstanceConfig } from '@pawtrait/contract/instance-endpoints.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for the public settings of this instance. */
export const instanceConfigQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['instance-config'], queryFn: () => call(getInstanceConfig), staleTime: Infinity })

/** Query that returns whether this site sends mail. */
export const mailEnabledQuery = (call: ApiCall = browserCall) =>
  queryOptions({ ...instanceConfigQuery(call), select: ({ mail }) => mail })
