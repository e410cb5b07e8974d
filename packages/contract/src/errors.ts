import * as v from 'valibot'
import { Time } from './lists.ts'
import { ProofChallenge } from './sign-in/proof-of-work.ts'

/**
 * All errors of the API, with HTTP status and title. The API returns no other code, because the web app has a text for
 * each of these codes.
 */
export const problemDefinitions = {
  'bad-request': { status: 400, title: 'The request could not be read' },
  'validation-failed': { status: 400, title: 'Some fields need another look' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  /** Another user has signed in since the page was rendered. See `VIEWER_HEADER`. */
  'viewer-changed': { status: 401, title: 'Another account is logged in' },
  'invalid-code': { status: 401, title: 'That code is not right' },
  'invalid-passkey': { status: 401, title: 'That passkey does not fit' },
  'bad-signature': { status: 401, title: 'The signature does not fit' },
  forbidden: { status: 403, title: 'Not allowed' },
  'premium-required': { status: 403, title: 'Part of the Premium Plan' },
  /** The caller must prove their identity with `POST /api/sudo`, then repeat the request. */
  'sudo-required': { status: 403, title: 'Confirm it’s you' },
  'wrong-secret': { status: 403, title: 'That does not fit' },
  /**
   * The log-in was correct, but the account is suspended or banned. For a limited time this browser may read the
   * decision and send an appeal.
   */
  'account-suspended': { status: 403, title: 'This account is suspended' },
  'bad-origin': { status: 403, title: 'The request came from another site' },
  'verification-required': { status: 403, title: 'A code is needed' },
  /**
   * The call requires a proof of work, for instance a log-in while many log-ins fail. The caller must repeat the
   * request with `proof`, the solution of the challenge.
   */
  'proof-required': { status: 403, title: 'The browser has to do some work first' },
  /** `errors` lists each unavailable photo with the field `photos.<id>`. */
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  /**
   * The connection broke, or the request body arrived too slowly. A resumable (tus) upload keeps the bytes received so
   * far.
   */
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'Conflict' },
  'age-told': { status: 409, title: 'The age was told already' },
  /** A user aged 13 to 17 may only read until a guardian confirms the account. */
  'guardian-needed': { status: 403, title: 'A guardian has to confirm this account first' },
  /** Accounts of users under 18 are always private. */
  'stays-private': { status: 403, title: 'That account stays private' },
  'username-taken': { status: 409, title: 'That username is taken' },
  'username-or-email-taken': { status: 409, title: 'That username or email is taken' },
  'idempotency-key-reused': { status: 422, title: 'That key was used for another request' },
  /** Also returned for a repeated call with an idempotency key, if the created resource was deleted. */
  gone: { status: 410, title: 'Gone' },
  'code-expired': { status: 410, title: 'That code has expired' },
  /** The code was already used, or replaced by a newer code. Only the newest code of an account is valid. */
  'code-replaced': { status: 410, title: 'This code no longer works' },
  'link-expired': { status: 410, title: 'That link has expired' },
  'too-large': { status: 413, title: 'Too large' },
  'too-many-pixels': { status: 413, title: 'The photo has too many pixels' },
  'range-not-satisfiable': { status: 416, title: 'There is no such part' },
  'unsupported-media-type': { status: 415, title: 'That kind of file is not accepted' },
  'unknown-host': { status: 421, title: 'This server does not answer under that name' },
  /** If the request refers to an already uploaded photo, `errors` lists that photo with the field `photos.<id>`. */
  'picture-taken-down': { status: 422, title: 'The photo was taken down' },
  'unreadable-photo': { status: 422, title: 'The photo could not be read' },
  'too-many-attempts': { status: 429, title: 'Too many attempts' },
  /** The user has requested too many codes. The newest code remains valid. */
  'too-many-codes': { status: 429, title: 'No more codes for now' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'phone-asked-before': { status: 429, title: 'This phone was asked a moment ago' },
  'quota-reached': { status: 429, title: 'The daily limit is reached' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Not available right now' },
  'payments-off': { status: 503, title: 'Payments are not set up here' },
  'mail-unavailable': { status: 503, title: 'Mail cannot be sent right now' },
  'storage-full': { status: 507, title: 'There is no room left' },
} as const

export type ProblemCode = keyof typeof problemDefinitions

export const problemCodes = Object.keys(problemDefinitions) as [ProblemCode, ...ProblemCode[]]

/** Error of one field; `field` is its path, such as `photos.0.alt`. */
export const FieldError = v.object({ field: v.string(), code: v.string(), message: v.string() })
export type FieldError = v.InferOutput<typeof FieldError>

/** The body of every error response: RFC 9457 with a `code` that never changes. */
export const ProblemBody = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(problemCodes),
  detail: v.string(),
  requestId: v.string(),
  errors: v.optional(v.array(FieldError)),
  /** Only with `invalid-code`: attempts left before the challenge becomes invalid. */
  triesLeft: v.optional(v.number()),
  /** Only with `verification-required`: the challenge. The user answers it with the code. */
  challengeId: v.optional(v.string()),
  /** Only with `verification-required` and `sudo-required`: the methods by which the user can prove their identity. */
  methods: v.optional(v.array(v.string())),
  /** Only with `account-suspended`: the decision that suspended or banned the account. */
  decisionId: v.optional(v.string()),
  /** Only with `account-suspended`: end of the suspension; null means banned permanently. */
  suspendedUntil: v.optional(v.nullable(Time)),
  /** Only with `proof-required`: the proof-of-work puzzle to solve. */
  challenge: v.optional(ProofChallenge),
  /** Seconds until the next attempt, as in the header Retry-After. */
  retryAfterSeconds: v.optional(v.number()),
})
export type ProblemBody = v.InferOutput<typeof ProblemBody>
