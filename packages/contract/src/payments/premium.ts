import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Count, Time } from '../lists.ts'

/** An amount in minor units (150000 = KSh 1,500) and its currency, ISO 4217. */
export const Money = v.object({ amountMinor: Count, currency: v.string() })
export type Money = v.InferOutput<typeof Money>

/** What can be bought. `period` is ISO 8601, whole months: `P1M`. */
export const Plan = v.object({ code: v.string(), price: Money, period: v.string() })
export type Plan = v.InferOutput<typeof Plan>

/** How much of the day's feed is used: distinct posts of others. `max` null: without limit. */
export const FeedLimit = v.object({ used: Count, max: v.nullable(Count), resetsAt: Time })
export type FeedLimit = v.InferOutput<typeof FeedLimit>

/** What the app tells about a plan: its end; `started`: it was paid for while nobody looked. */
export const ReminderKind = v.picklist(['started', 'seven-days', 'one-day', 'ended', 'grace-ended'])
export type ReminderKind = v.InferOutput<typeof ReminderKind>

/** Where the viewer stands. */
export const PremiumStatus = v.object({
  /** `grace`: the plan has ended and its rights stay for 72 hours. `lapsed`: there was one. */
  state: v.picklist(['none', 'active', 'grace', 'lapsed']),
  /** Start of the time that runs now, or whose grace does. */
  from: v.nullable(Time),
  /** End of what is paid for, purchases ahead included; for `grace` and `lapsed` the end that is over. */
  until: v.nullable(Time),
  /** When the rights end: `until` with the grace. */
  rightsUntil: v.nullable(Time),
  plan: Plan,
  /** False when the next purchase would reach further than 12 months ahead. */
  mayBuy: v.boolean(),
  /** Until when the next purchase would reach. */
  nextUntil: Time,
  /** The newest notice that has not been closed. */
  reminder: v.nullable(ReminderKind),
  /** Whether its end is told by mail as well; null: no mail is sent here. */
  mailsOn: v.nullable(v.boolean()),
})
export type PremiumStatus = v.InferOutput<typeof PremiumStatus>

export const getPremium = endpoint({
  method: 'GET',
  path: '/api/premium',
  auth: 'user',
  summary: 'My plan, and what can be bought',
  output: PremiumStatus,
})

/** Closes the notice about the plan's end. */
export const closeReminder = endpoint({
  method: 'DELETE',
  path: '/api/premium/reminder',
  auth: 'user',
  summary: 'Close the notice about my plan',
})

/** Mail about the plan's end; receipts and what is paid for are mailed all the same. */
export const setPlanMails = endpoint({
  method: 'PUT',
  path: '/api/premium/mails',
  auth: 'user',
  summary: 'Switch mail about the end of my plan on or off',
  body: v.object({ on: v.boolean() }),
  output: PremiumStatus,
})
