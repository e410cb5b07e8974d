import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { DraftId, PetId, PhotoId } from './ids.ts'
import { Time } from './lists.ts'
import { OwnPhoto } from './photos/photos.ts'
import { Audience, ReplyControl } from './posts.ts'
import { Text, textLimits } from './text/clean-text.ts'

export const MAX_DRAFTS = 50

/** Days after which a photo in a draft is deleted, counted from its upload. */
export const DRAFT_PHOTO_DAYS = 30

// The maximum of PostgreSQL's type `integer`, which stores the version.
const Version = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))

/** A photo in a draft. The server deletes the photo at the time `goesAt`, unless the user posts the draft first. */
export const DraftPhoto = v.object({ ...OwnPhoto.entries, alt: v.string(), goesAt: Time })
export type DraftPhoto = v.InferOutput<typeof DraftPhoto>

/** An unfinished post. Its author sees it on all devices. Other users never see it. */
export const Draft = v.object({
  id: DraftId,
  caption: v.string(),
  place: v.string(),
  audience: Audience,
  replies: ReplyControl,
  pets: v.array(PetId),
  /** At most 10 photos, in the order of the post. */
  photos: v.array(DraftPhoto),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
})
export type Draft = v.InferOutput<typeof Draft>

/** Content of a draft. Every field may be incomplete. */
export const DraftContent = v.object({
  caption: v.optional(Text(textLimits.caption), ''),
  place: v.optional(Text(textLimits.place), ''),
  audience: v.optional(Audience, 'everyone'),
  replies: v.optional(ReplyControl, 'everyone'),
  pets: v.optional(v.pipe(v.array(PetId), v.maxLength(20, 'At most 20 pets.')), []),
  photos: v.optional(
    v.pipe(
      v.array(v.object({ id: PhotoId, alt: v.optional(Text(textLimits.alt), '') })),
      v.maxLength(10, 'At most ten photos.'),
    ),
    [],
  ),
})
export type DraftContent = v.InferInput<typeof DraftContent>

const oneDraft = { path: '/api/drafts/:id', auth: 'user', params: { id: DraftId } } as const

export const listDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/drafts',
  auth: 'user',
  summary: "List the viewer's drafts, last changed first; at most 50",
  output: v.object({ drafts: v.array(Draft) }),
})
export const getDraft = defineEndpoint({
  method: 'GET',
  summary: "Get one of the viewer's drafts",
  output: Draft,
  ...oneDraft,
})
export const createDraft = defineEndpoint({
  method: 'POST',
  path: '/api/drafts',
  auth: 'user',
  summary: 'Create a draft',
  body: DraftContent,
  output: Draft,
  status: 201,
  idempotencyKey: true,
})
/** Uses optimistic locking: the call fails with `conflict` unless `version` is the current version of the draft. */
export const replaceDraft = defineEndpoint({
  method: 'PUT',
  summary: "Replace the content of one of the viewer's drafts",
  body: v.object({ ...DraftContent.entries, version: Version }),
  output: Draft,
  ...oneDraft,
})
/** Deletes the draft and its photos. */
export const deleteDraft = defineEndpoint({ method: 'DELETE', summary: 'Delete a draft', ...oneDraft })
