import type { UserContext } from '#platform/context.ts'
import { countAttempt, countReading } from '#platform/throttle.ts'

const A_MINUTE = 60
const TEN_MINUTES = 600
const AN_HOUR = 3_600
const A_DAY = 86_400

// More than anybody's thumbs do, less than a script would: security.md §1.2 API6. Some of it tells somebody, some
// of it keeps a row for good. What is done counts; taking it back never waits.
const budgets = {
  likes: { most: 600, seconds: TEN_MINUTES },
  follows: { most: 200, seconds: AN_HOUR },
  paws: { most: 300, seconds: TEN_MINUTES },
  'post-edits': { most: 60, seconds: AN_HOUR },
  'comment-edits': { most: 60, seconds: AN_HOUR },
  blocks: { most: 200, seconds: AN_HOUR },
  collecting: { most: 600, seconds: AN_HOUR },
  comments: { most: 20, seconds: A_MINUTE }, // security.md §3.4
  'story-replies': { most: 20, seconds: A_MINUTE },
  tributes: { most: 10, seconds: A_DAY },
  reports: { most: 20, seconds: A_DAY },
  // Some gigabytes each, and days of work for the decoders.
  imports: { most: 5, seconds: A_DAY },
  // Written once in a few seconds while somebody types, on two devices.
  drafts: { most: 1_500, seconds: AN_HOUR },
  // A full post of photos, each tried a dozen ways; every edit renders anew.
  'photo-edits': { most: 120, seconds: AN_HOUR },
  // A letter typed after a sign asks once; a page of a post, when it opens and then every few minutes.
  mentions: { most: 120, seconds: A_MINUTE },
  watches: { most: 60, seconds: A_MINUTE },
} as const

// They go on while a full disk takes no writing.
const readings: readonly string[] = ['mentions', 'watches']

/**
 * The rate limit of something the viewer does often: counts it. `PACE` multiplies all the budgets.
 * @throws Problem 'too-many-requests' above the budget.
 */
export const limitRate = async (ctx: UserContext, action: keyof typeof budgets): Promise<void> => {
  const { most, seconds } = budgets[action]
  const count = readings.includes(action) ? countReading : countAttempt
  await count(ctx.db, ctx.now, [{ key: `${action}:${ctx.viewer}`, most: most * ctx.config.pace, seconds }])
}
