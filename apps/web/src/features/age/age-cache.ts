import { getAge } from '@pawtrait/contract/age.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as callApi } from '#lib/server/call.ts'

/** Query for the viewer's age band, and the state of the guardian's confirmation. */
export const ageBandQuery = (call = callApi) => queryOptions({ queryKey: ['age'], queryFn: () => call(getAge) })
