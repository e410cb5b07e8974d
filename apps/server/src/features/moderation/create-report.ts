import type { NewReport, ReportSubject } from '@pawtrait/contract/moderation/moderation.ts'
import type * as v from 'valibot'
import { requireReportableComment } from '#features/comments/comment-permissions.ts'
import { requireVisiblePet } from '#features/pets/visible-pet.ts'
import { requireVisiblePost } from '#features/posts/visible-post.ts'
import { requireVisibleStory } from '#features/stories/visible-story.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { upsertReport } from './queries.ts'

/**
 * Reports content or a user to the moderators. A second report by the viewer about the same item replaces the first.
 * @throws Problem 'not-found' if the viewer may not see the content; 'too-many-requests' above 20 reports a day.
 */
export async function createReport(ctx: UserContext, { subject, reason, note }: v.InferOutput<typeof NewReport>) {
  await requireVisibleSubject(ctx, subject)
  await enforceRateLimit(ctx, 'reports')
  await upsertReport(ctx.db, { id: newId(ctx.now), by: ctx.viewer, subject, reason, note, now: ctx.now })
  return buildReportResponse()
}

/** Response to every report, first or repeated. It reveals nothing about a decision. */
export const buildReportResponse = async () => ({ reported: true }) as const

/** Checks that the viewer may see the reported content. Authors of a post may report every comment under it. */
const requireVisibleSubject = (ctx: UserContext, subject: ReportSubject) => {
  switch (subject.type) {
    case 'user':
      return requireVisibleUser(ctx, subject.id)
    case 'pet':
      return requireVisiblePet(ctx, subject.id)
    case 'post':
      return requireVisiblePost(ctx, subject.id)
    case 'comment':
      return requireReportableComment(ctx, subject.id)
    case 'story':
      return requireVisibleStory(ctx, subject.id)
  }
}
