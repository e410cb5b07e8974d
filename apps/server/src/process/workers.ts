import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { ownedData } from '#app/owned-data.ts'
import { ageJobs } from '#features/age/jobs.ts'
import { blockJobs } from '#features/blocks/jobs.ts'
import { erasureJobs } from '#features/erasure/jobs.ts'
import { exportJobs } from '#features/exports/jobs.ts'
import { followJobs } from '#features/follows/jobs.ts'
import { importJobs } from '#features/imports/jobs.ts'
import { mediaJobs } from '#features/media/jobs.ts'
import { moderationJobs } from '#features/moderation/jobs.ts'
import { notificationJobs } from '#features/notifications/jobs.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { petJobs } from '#features/pets/jobs.ts'
import { recordPortraitCrop } from '#features/pets/set-portrait.ts'
import { postJobs } from '#features/posts/jobs.ts'
import { publishPostOfPhoto } from '#features/posts/publish-post.ts'
import { type PhotoEditedPayload, recordPhotoEdit } from '#features/posts/record-photo-edit.ts'
import { premiumJobs } from '#features/premium/jobs.ts'
import { pushJobs } from '#features/push/jobs.ts'
import { signInJobs } from '#features/sign-in/jobs.ts'
import { storyJobs } from '#features/stories/jobs.ts'
import { publishStoryOfPhoto } from '#features/stories/publish-story.ts'
import { userJobs } from '#features/users/jobs.ts'
import { type Context, createContext, type Deps, systemCaller } from '#platform/context.ts'
import { sweepInvalidations } from '#platform/database/invalidations.ts'
import { sweepIdempotencyKeys } from '#platform/http/idempotency.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { sweepLiveNotices } from '#platform/live/live-notices.ts'
import { sweepThrottles } from '#platform/security/throttle.ts'

/** Workers of all features, for jobs from the queue and for scheduled jobs. */
export function createWorkers(deps: Deps): Worker[] {
  const ctx = () => createContext(deps, systemCaller)
  return [
    ...userJobs(ctx),
    ...signInJobs(ctx),
    ...mediaJobs(ctx),
    ...petJobs(ctx),
    ...followJobs(ctx),
    ...postJobs(ctx),
    ...storyJobs(ctx),
    ...premiumJobs(ctx),
    ...blockJobs(ctx),
    ...paymentJobs(ctx),
    ...notificationJobs(ctx),
    ...pushJobs(ctx),
    ...moderationJobs(ctx),
    ...exportJobs(ctx, ownedData),
    ...importJobs(ctx),
    ...erasureJobs(ctx),
    ...ageJobs(ctx),
    {
      // Jobs that `media` enqueues when a photo is ready or has failed. Features that show photos handle them.
      name: 'photo-settled',
      work: async ({ photo }: { photo: PhotoId }) => {
        await publishPostOfPhoto(ctx(), photo)
        await publishStoryOfPhoto(ctx(), photo)
      },
    },
    {
      // Jobs that `media` enqueues when a photo in use was edited. Features that show photos handle them.
      name: 'photo-edited',
      work: async (edited: PhotoEditedPayload) => {
        await recordPhotoEdit(ctx(), edited)
        await recordPortraitCrop(ctx(), edited)
      },
    },
    { name: 'set-aside-events', cron: '* * * * *', work: () => deps.events.setAside() },
    limitSweep(ctx),
  ]
}

const limitSweep = (ctx: () => Context): Worker => ({
  name: 'sweep-limits',
  cron: '*/10 * * * *',
  work: async () => {
    const { db, now } = ctx()
    await sweepThrottles(db, now)
    await sweepIdempotencyKeys(db, now)
    await sweepInvalidations(db)
    await sweepLiveNotices(db)
  },
})
