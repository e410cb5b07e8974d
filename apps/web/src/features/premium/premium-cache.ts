import { getPremium } from '@pawtrait/contract/payments/premium.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for the state of the viewer's plan. The event `order` invalidates all query keys that start with `premium`. */
export const premiumQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['premium', 'status'], queryFn: () => call(getPremium) })
