import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { endSuspensions } from './end-suspensions.ts'
import { signLog } from './log/sign-log.ts'
import { type DecisionMail, mailDecision } from './notify-decision.ts'
import { mailRequester, type RequesterMail } from './photo-requests/mail-requester.ts'
import { purgePhotoRequests } from './photo-requests/purge-photo-requests.ts'
import { purgeTakenDownContent } from './purge-taken-down-content.ts'
import { reportKnownPicture } from './report-known-picture.ts'
import { deleteReportedRenderings } from './reported-photos.ts'
import { deleteOldFingerprints, detectSpamWave } from './spam-detection/detect-spam-wave.ts'
import type { NewContent } from './spam-detection/spam-wave-queries.ts'

/** Jobs of this feature. Posts and comments enqueue `look-for-wave`; uploads enqueue `report-listed`. */
export const moderationJobs = (ctx: () => Context): Worker[] => [
  { name: 'mail-decision', work: (mail: DecisionMail) => mailDecision(ctx(), mail) },
  { name: 'mail-requester', work: (mail: RequesterMail) => mailRequester(ctx(), mail) },
  { name: 'purge-photo-requests', cron: '47 3 * * *', work: () => purgePhotoRequests(ctx()) },
  { name: 'look-for-wave', work: (written: NewContent) => detectSpamWave(ctx(), written) },
  {
    name: 'report-listed',
    neverGivenUp: true,
    work: ({ photo }: { photo: PhotoId }) => reportKnownPicture(ctx(), photo),
  },
  { name: 'sweep-recent-words', cron: '23 * * * *', work: () => deleteOldFingerprints(ctx()) },
  { name: 'end-suspensions', cron: '* * * * *', work: () => endSuspensions(ctx()) },
  { name: 'purge-taken-down', cron: '41 3 * * *', maxHours: 6, work: () => purgeTakenDownContent(ctx()) },
  { name: 'release-reported', cron: '53 3 * * *', work: () => deleteReportedRenderings(ctx()) },
  { name: 'sign-moderation-log', cron: '3 0 * * *', work: () => signLog(ctx()) },
]
