import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ProofChallenge, ProofOfWork } from '../sign-in/proof-of-work.ts'
import { SingleLineText, Text } from '../text/clean-text.ts'
import { Email } from '../users.ts'

/** The person in the photo, according to the removal request. */
export const photoSubjects = ['me', 'my-child', 'somebody-i-care-for'] as const
export const PhotoSubject = v.picklist(photoSubjects, 'Choose who is in the photo.')
export type PhotoSubject = v.InferOutput<typeof PhotoSubject>

export const photoRequestLimits = { address: 2000, words: 500 } as const

/**
 * Days after which a photo removal request is deleted. `answered`: days after the decision. `most`: days after the
 * request, even without a decision.
 */
export const PHOTO_REQUEST_RETENTION_DAYS = { answered: 30, most: 180 } as const

export const NewPhotoRequest = v.object({
  /** URL on this site, either of the photo or of the page that shows the photo. */
  address: SingleLineText(photoRequestLimits.address, 'Paste the address of the page or photo.'),
  whom: PhotoSubject,
  words: v.optional(Text(photoRequestLimits.words), ''),
  email: Email,
})
export type NewPhotoRequest = v.InferInput<typeof NewPhotoRequest>

/**
 * `reference` is a secret with which the sender can read the state of the request. `mailed`: the decision is sent by
 * e-mail.
 */
export const PhotoRequestReceipt = v.object({ reference: v.string(), mailed: v.boolean() })
export type PhotoRequestReceipt = v.InferOutput<typeof PhotoRequestReceipt>

/**
 * Requests the removal of a photo, without an account. Every URL of this site gets the same kind of response. So the
 * response does not reveal whether the URL exists, or who may see the page. Repeated requests for the same content from
 * the same e-mail address count as one.
 */
export const requestPhotoRemoval = defineEndpoint({
  method: 'POST',
  path: '/api/photo-requests',
  auth: 'anyone',
  summary: 'Request the removal of a photo of the requester or a person in their care; needs a proof of work',
  body: v.object({ ...NewPhotoRequest.entries, proof: v.optional(ProofOfWork) }),
  output: PhotoRequestReceipt,
  status: 202,
})

/** Returns a proof-of-work puzzle, which the browser solves while the user types. Null if no proof is needed. */
export const getPhotoRequestChallenge = defineEndpoint({
  method: 'GET',
  path: '/api/photo-requests/challenge',
  auth: 'anyone',
  summary: 'Get the proof-of-work challenge for a photo removal request',
  output: v.object({ challenge: v.nullable(ProofChallenge) }),
})

/** `waiting`: there is no decision yet, or the URL had no content at the time of the request. */
export const PhotoRequestState = v.object({ state: v.picklist(['waiting', 'taken-down', 'stays']) })
export type PhotoRequestState = v.InferOutput<typeof PhotoRequestState>

/** The reference is in the body, because URLs are stored in logs. */
export const getPhotoRequestState = defineEndpoint({
  method: 'POST',
  path: '/api/photo-requests/state',
  auth: 'anyone',
  summary: 'Get the state of a photo removal request by its reference',
  body: v.object({ reference: v.pipe(v.string(), v.trim(), v.minLength(1, 'Type your number.'), v.maxLength(40)) }),
  output: PhotoRequestState,
})
