import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Count, Time } from '../lists.ts'

/** An amount in minor units (150000 is KSh 1,500) and its currency (ISO 4217). */
export const Money = v.object({ amountMinor: Count, currency: v.string() })
export type Money = v.InferOutput<typeof Money>

/** A plan for sale. `period` is an ISO 8601 duration in whole months, such as `P1M`. */
export const Plan = v.object({ code: v.string(), price: Money, period: v.string() })
export type Plan = v.InferOutput<typeof Plan>

/** Use of the daily feed limit. `used` and `max` count different posts of other users. `max: null` means unlimited. */
export const FeedLimit = v.object({ used: Count, max: v.nullable(Count), resetsAt: Time })
export type FeedLimit = v.InferOutput<typeof FeedLimit>

/**
 * Notices about a plan. `started`: the plan began, shown to buyers who have left the payment page. The other notices
 * are about the plan's end.
 */
export const ReminderKind = v.picklist(['started', 'seven-days', 'one-day', 'ended', 'grace-ended'])
export type ReminderKind = v.InferOutput<typeof ReminderKind>

export const PremiumStatus = v.object({
  /** `grace`: the plan has ended, but its rights last 72 hours longer. `lapsed`: an earlier plan has ended. */
  state: v.picklist(['none', 'active', 'grace', 'lapsed']),
  /** Start of the current Premium period. In the state `grace`, start of the last period. */
  from: v.nullable(Time),
  /** End of the paid time, including periods bought in advance. In the past for `grace` and `lapsed`. */
  until: v.nullable(Time),
  /** End of the Premium rights: `until` plus the grace period. */
  rightsUntil: v.nullable(Time),
  plan: Plan,
  /** Whether the viewer may buy another period. Purchases may extend Premium to at most 12 months from now. */
  mayBuy: v.boolean(),
  /** End of Premium if the viewer buys one more period. */
  nextUntil: Time,
  /** The newest notice that the viewer has not dismissed. */
  reminder: v.nullable(ReminderKind),
  /** Whether the viewer gets e-mails about the end of the plan. Null if this instance cannot send e-mail. */
  mailsOn: v.nullable(v.boolean()),
})
export type PremiumStatus = v.InferOutput<typeof PremiumStatus>

export const getPremium = defineEndpoint({
  method: 'GET',
  path: '/api/premium',
  auth: 'user',
  summary: "Get the viewer's Premium status, and the plan for sale",
  output: PremiumStatus,
})

export const dismissReminder = defineEndpoint({
  method: 'DELETE',
  path: '/api/premium/reminder',
  auth: 'user',
  summary: "Dismiss the notice about the viewer's plan",
})

/** Turns e-mails about the end of the plan on or off. Receipts and other payment e-mails are always sent. */
export const setPlanMailSetting = defineEndpoint({
  method: 'PUT',
  path: '/api/premium/mails',
  auth: 'user',
  summary: "Turn e-mails about the end of the viewer's plan on or off",
  body: v.object({ on: v.boolean() }),
  output: PremiumStatus,
})
