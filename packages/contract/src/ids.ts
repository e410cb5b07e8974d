import * as v from 'valibot'

/** UUIDs as the app writes them: in lower case, with hyphens. */
const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'This is not an id.'),
)

export const UserId = v.pipe(uuid, v.brand('UserId'))
export type UserId = v.InferOutput<typeof UserId>

export const SessionId = v.pipe(uuid, v.brand('SessionId'))
export type SessionId = v.InferOutput<typeof SessionId>

export const PhotoId = v.pipe(uuid, v.brand('PhotoId'))
export type PhotoId = v.InferOutput<typeof PhotoId>

export const PetId = v.pipe(uuid, v.brand('PetId'))
export type PetId = v.InferOutput<typeof PetId>

export const PostId = v.pipe(uuid, v.brand('PostId'))
export type PostId = v.InferOutput<typeof PostId>

export const CommentId = v.pipe(uuid, v.brand('CommentId'))
export type CommentId = v.InferOutput<typeof CommentId>

export const OrderId = v.pipe(uuid, v.brand('OrderId'))
export type OrderId = v.InferOutput<typeof OrderId>

export const AttemptId = v.pipe(uuid, v.brand('AttemptId'))
export type AttemptId = v.InferOutput<typeof AttemptId>

export const PaymentId = v.pipe(uuid, v.brand('PaymentId'))
export type PaymentId = v.InferOutput<typeof PaymentId>

export const StoryId = v.pipe(uuid, v.brand('StoryId'))
export type StoryId = v.InferOutput<typeof StoryId>

export const StoryReplyId = v.pipe(uuid, v.brand('StoryReplyId'))
export type StoryReplyId = v.InferOutput<typeof StoryReplyId>

export const InviteId = v.pipe(uuid, v.brand('InviteId'))
export type InviteId = v.InferOutput<typeof InviteId>

export const TributeId = v.pipe(uuid, v.brand('TributeId'))
export type TributeId = v.InferOutput<typeof TributeId>

export const DraftId = v.pipe(uuid, v.brand('DraftId'))
export type DraftId = v.InferOutput<typeof DraftId>

/** A spam wave: similar posts by many new accounts. They are hidden together. */
export const SpamWaveId = v.pipe(uuid, v.brand('WaveId'))
export type SpamWaveId = v.InferOutput<typeof SpamWaveId>

export const CollectionId = v.pipe(uuid, v.brand('CollectionId'))
export type CollectionId = v.InferOutput<typeof CollectionId>

export const NotificationId = v.pipe(uuid, v.brand('NotificationId'))
export type NotificationId = v.InferOutput<typeof NotificationId>

export const PushSubscriptionId = v.pipe(uuid, v.brand('PushSubscriptionId'))
export type PushSubscriptionId = v.InferOutput<typeof PushSubscriptionId>

export const ExportId = v.pipe(uuid, v.brand('ExportId'))
export type ExportId = v.InferOutput<typeof ExportId>

export const ImportId = v.pipe(uuid, v.brand('ImportId'))
export type ImportId = v.InferOutput<typeof ImportId>

export const ReportId = v.pipe(uuid, v.brand('ReportId'))
export type ReportId = v.InferOutput<typeof ReportId>

export const PasskeyId = v.pipe(uuid, v.brand('PasskeyId'))
export type PasskeyId = v.InferOutput<typeof PasskeyId>

export const DecisionId = v.pipe(uuid, v.brand('DecisionId'))
export type DecisionId = v.InferOutput<typeof DecisionId>
