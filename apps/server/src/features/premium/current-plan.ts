import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { deactivatePlan, insertPlan, type PlanRow, selectActivePlan } from './queries.ts'

const CODE = 'premium'
const PRICE_MINOR = 150_000n // KSH. 1500
const CURRENCY = 'KES'

/** Returns the plan on sale, inserted on first use. A new price or period creates a plan; orders keep their plan. */
export async function readCurrentPlan({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>): Promise<PlanRow> {
  const { livemode, premiumMonths } = config.payments
  const period = `P${premiumMonths}M`
  for (let attempt = 1; attempt <= 3; attempt++) {
    const plan = await selectActivePlan(db, CODE, livemode)
    if (plan?.period === period && BigInt(plan.priceMinor) === PRICE_MINOR) return plan
    if (plan) await deactivatePlan(db, plan.id)
    await insertPlan(db, {
      id: newId(now),
      code: CODE,
      priceMinor: PRICE_MINOR,
      currency: CURRENCY,
      period,
      livemode,
    })
  }
  throw new Error('the plan could not be written')
}
