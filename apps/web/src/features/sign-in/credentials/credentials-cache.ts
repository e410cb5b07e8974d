import type { ApiCall } from '@pawtrait/contract/render.ts'
import { getCredentials, listAccountEvents } from '@pawtrait/contract/sign-in/credentials.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for the viewer's sign-in methods. */
export const credentialsQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['credentials'], queryFn: () => call(getCredentials) })

/** Query for the viewer's sign-ins and credential changes, newest first. */
export const accountEventsQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['account-events'], queryFn: () => call(listAccountEvents), select: ({ events }) => events })
