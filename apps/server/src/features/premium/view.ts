import type { Plan, PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import type { UserContext } from '#platform/context.ts'
import { readCurrentPlan } from './current-plan.ts'
import { parsePeriodMonths } from './grant-period.ts'
import { GRACE_MS } from './is-premium.sql.ts'
import {
  type PlanRow,
  type PremiumState,
  selectEndAfterPurchase,
  selectPlanMailOptOut,
  selectPremiumState,
  selectReminder,
} from './queries.ts'

export const toPlan = ({ code, priceMinor, currency, period }: Omit<PlanRow, 'id'>): Plan => ({
  code,
  price: { amountMinor: Number(priceMinor), currency },
  period,
})

function getState({ until, lastEnd, inGrace }: PremiumState): PremiumStatus['state'] {
  if (until !== null) return inGrace ? 'grace' : 'active'
  return lastEnd === null ? 'none' : 'lapsed'
}

/** Returns the viewer's Premium state, and the end of Premium after another purchase. */
export async function readPremiumStatus(ctx: UserContext): Promise<PremiumStatus> {
  const { db, viewer, now, config, mail } = ctx
  const { livemode } = config.payments
  const plan = await readCurrentPlan(ctx)
  const [premiumState, next, reminder, mails] = await Promise.all([
    selectPremiumState(db, viewer, livemode, now),
    selectEndAfterPurchase(db, viewer, parsePeriodMonths(plan.period), livemode, now),
    selectReminder(db, viewer, livemode),
    mail.on ? selectPlanMailOptOut(db, viewer) : undefined,
  ])
  if (!premiumState || !next) throw new Error('the query of the Premium state returned no row')
  const until = premiumState.lastEnd
  return {
    state: getState(premiumState),
    from: premiumState.from,
    until,
    rightsUntil: until && new Date(Date.parse(until) + GRACE_MS).toISOString(),
    plan: toPlan(plan),
    mayBuy: !next.tooFar,
    nextUntil: next.until,
    reminder: reminder?.kind ?? null,
    mailsOn: mails ? !mails.off : null,
  }
}

/** Returns whether the viewer may buy a period: Premium must then end at most twelve months from now. */
export async function mayBuy(ctx: Pick<UserContext, 'db' | 'viewer' | 'now' | 'config'>): Promise<boolean> {
  const { period } = await readCurrentPlan(ctx)
  const next = await selectEndAfterPurchase(
    ctx.db,
    ctx.viewer,
    parsePeriodMonths(period),
    ctx.config.payments.livemode,
    ctx.now,
  )
  return next?.tooFar === false
}
