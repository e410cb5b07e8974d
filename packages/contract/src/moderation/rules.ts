import * as v from 'valibot'

/** House rules. They are listed on the rules page and named in statements of reasons. */
export const houseRules = [
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
export const HouseRule = v.picklist(houseRules)
export type HouseRule = v.InferOutput<typeof HouseRule>
