import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Count } from '../lists.ts'
import { moderatorActions } from './decisions.ts'

/**
 * Codes of the numbers in the transparency report: decisions by action, automatic decisions, undone decisions, appeals,
 * and decisions that an appeal overturned.
 */
export const transparencyCodes = [...moderatorActions, 'automated', 'undone', 'appealed', 'overturned'] as const
export type TransparencyCode = (typeof transparencyCodes)[number]

/** Numbers for one calendar month in UTC, such as `2026-11`. */
const Month = v.object({
  month: v.string(),
  counts: v.object(v.entriesFromList(transparencyCodes, Count)),
})
export type TransparencyMonth = v.InferOutput<typeof Month>

export const getTransparency = defineEndpoint({
  method: 'GET',
  path: '/api/transparency',
  auth: 'anyone',
  summary: "Get the monthly numbers of moderators' actions, from the log: the last twelve months with any action",
  output: v.object({ months: v.array(Month) }),
})
