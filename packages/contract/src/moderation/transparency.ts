import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Count } from '../lists.ts'
import { deskActions } from './decisions.ts'

/** What is counted: decisions by what was done; how many of them no person made; what became of them. */
export const transparencyCounts = [...deskActions, 'automated', 'undone', 'appealed', 'overturned'] as const
export type TransparencyCount = (typeof transparencyCounts)[number]

/** A month of the calendar in UTC, `2026-11`, with what happened in it. */
const Month = v.object({
  month: v.string(),
  counts: v.object(v.entriesFromList(transparencyCounts, Count)),
})
export type TransparencyMonth = v.InferOutput<typeof Month>

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  auth: 'anyone',
  summary: 'What moderators did, in numbers from their log: the last twelve months in which they did anything',
  output: v.object({ months: v.array(Month) }),
})
