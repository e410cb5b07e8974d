import { getPremium } from '@pawtrait/contract/payments/premium.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Where the viewer stands. The event `order` makes everything under this key be read again. */
export const premiumQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: ['premium', 'status'], queryFn: () => call(getPremium) })
