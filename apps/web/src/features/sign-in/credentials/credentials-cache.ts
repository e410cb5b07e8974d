import type { Call } from '@pawtrait/contract/render.ts'
import { listAccountEvents, showCredentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** What the viewer logs in with. */
export const credentialsQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: ['credentials'], queryFn: () => call(showCredentials) })

/** Log-ins and changes of how the viewer logs in, newest first. */
export const accountEventsQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: ['account-events'], queryFn: () => call(listAccountEvents), select: ({ events }) => events })
