import type { UserContext } from '#platform/context.ts'
import { countAttempt } from '#platform/throttle.ts'

const TEN_MINUTES = 600
const AN_HOUR = 3_600

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
} as const

/**
 * Counts something the viewer does often. `PACE` multiplies the budgets.
 * @throws Problem 'too-many-requests' above the budget.
 */
export const keepPace = (ctx: UserContext, deed: keyof typeof budgets): Promise<void> => {
  const { most, seconds } = budgets[deed]
  return countAttempt(ctx.db, ctx.now, [{ key: `${deed}:${ctx.viewer}`, most: most * ctx.config.pace, seconds }])
}
