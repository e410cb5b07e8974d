import * as v from 'valibot'

/** The rules of the house, as the page of rules tells them and statements name them. */
export const rules = [
  'cruelty',
  'children',
  'harassment',
  'private-details',
  'nudity-violence',
  'selling',
  'not-theirs',
  'spam',
  'illegal',
  'other',
] as const
export const Rule = v.picklist(rules)
export type Rule = v.InferOutput<typeof Rule>
