import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Proof, ProofChallenge } from '../sign-in/proofs.ts'
import { Line, Text } from '../text.ts'
import { Email } from '../users.ts'

/** Whom a photo shows that should be taken down, as whoever asks says. */
export const photoWhoms = ['me', 'my-child', 'somebody-i-care-for'] as const
export const PhotoWhom = v.picklist(photoWhoms, 'Choose who is in the photo.')
export type PhotoWhom = v.InferOutput<typeof PhotoWhom>

export const longestRequest = { address: 2000, words: 500 } as const

/** An answered request is kept for so many days, and any request no longer than the second. */
export const REQUEST_DAYS = { answered: 30, most: 180 } as const

export const NewPhotoRequest = v.object({
  /** Of the page that shows the photo, or of the photo itself, here. */
  address: Line(longestRequest.address, 'Paste the address of the page or photo.'),
  whom: PhotoWhom,
  words: v.optional(Text(longestRequest.words), ''),
  email: Email,
})
export type NewPhotoRequest = v.InferInput<typeof NewPhotoRequest>

/** `reference`: with it the state can be asked for. `mailed`: answers come by mail. */
export const PhotoRequestTaken = v.object({ reference: v.string(), mailed: v.boolean() })
export type PhotoRequestTaken = v.InferOutput<typeof PhotoRequestTaken>

/**
 * For people without an account. Whether anything is at the address, and who may see it, is told to nobody: the answer
 * is the same. The same thing asked for again from the same e-mail address is one request.
 */
export const requestPhoto = endpoint({
  method: 'POST',
  path: '/api/photo-requests',
  auth: 'anyone',
  summary: 'Ask that a photo of me, or of somebody I care for, is taken down; needs a proof of work',
  body: v.object({ ...NewPhotoRequest.entries, proof: v.optional(Proof) }),
  output: PhotoRequestTaken,
  status: 202,
})

/** Asked for while one still types; null: no work is asked for here. */
export const getPhotoRequestChallenge = endpoint({
  method: 'GET',
  path: '/api/photo-requests/challenge',
  auth: 'anyone',
  summary: 'The work that a request to take a photo down needs',
  output: v.object({ challenge: v.nullable(ProofChallenge) }),
})

/** `waiting`: nobody has decided yet, or nothing is there. */
export const PhotoRequestState = v.object({ state: v.picklist(['waiting', 'taken-down', 'stays']) })
export type PhotoRequestState = v.InferOutput<typeof PhotoRequestState>

/** In the body: a reference is no part of an address. */
export const readPhotoRequest = endpoint({
  method: 'POST',
  path: '/api/photo-requests/state',
  auth: 'anyone',
  summary: 'What became of a request to take a photo down, by its reference',
  body: v.object({ reference: v.pipe(v.string(), v.trim(), v.minLength(1, 'Type the reference.'), v.maxLength(40)) }),
  output: PhotoRequestState,
})
