import { ownedData as ageData } from '#features/age/owned-data.ts'
import { ownedData as blockData } from '#features/blocks/owned-data.ts'
import { ownedData as commentData } from '#features/comments/owned-data.ts'
import { ownedData as draftData } from '#features/drafts/owned-data.ts'
import { ownedData as erasureData } from '#features/erasure/owned-data.ts'
import { ownedData as exportData } from '#features/exports/owned-data.ts'
import { ownedData as followData } from '#features/follows/owned-data.ts'
import { ownedData as importData } from '#features/imports/owned-data.ts'
import { ownedData as likeData } from '#features/likes/owned-data.ts'
import { ownedData as mediaData } from '#features/media/owned-data.ts'
import { ownedData as moderationData } from '#features/moderation/owned-data.ts'
import { ownedData as notificationData } from '#features/notifications/owned-data.ts'
import { ownedData as paymentData } from '#features/payments/owned-data.ts'
import { ownedData as petData } from '#features/pets/owned-data.ts'
import { ownedData as postData } from '#features/posts/owned-data.ts'
import { ownedData as premiumData } from '#features/premium/owned-data.ts'
import { ownedData as pushData } from '#features/push/owned-data.ts'
import { ownedData as saveData } from '#features/saves/owned-data.ts'
import { ownedData as signInData } from '#features/sign-in/owned-data.ts'
import { ownedData as storyData } from '#features/stories/owned-data.ts'
import { ownedData as userData } from '#features/users/owned-data.ts'
import type { OwnedTable } from '#platform/database/owned-data.ts'

/** Lists the personal data of all features, in the order of an export. */
export const ownedData: readonly OwnedTable[] = [
  ...userData,
  ...signInData,
  ...mediaData,
  ...petData,
  ...postData,
  ...storyData,
  ...commentData,
  ...likeData,
  ...saveData,
  ...followData,
  ...blockData,
  ...draftData,
  ...notificationData,
  ...pushData,
  ...premiumData,
  ...paymentData,
  ...moderationData,
  ...exportData,
  ...importData,
  ...erasureData,
  ...ageData,
]
