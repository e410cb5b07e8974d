import { listPasskeys } from '@pawtrait/contract/sign-in/passkeys.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

/** Query for the viewer's passkeys. It also tells whether this site supports passkeys. */
export const passkeysQuery = () => queryOptions({ queryKey: ['passkeys'], queryFn: () => call(listPasskeys) })
