import type * as v from 'valibot'

/**
 * Who may call: `anyone` (a visitor too), a signed-in `user`, or one who has just proven again to be them (`sudo`); a
 * `moderator`, or one in sudo mode. For everybody else what is for moderators does not exist.
 */
export type Auth = 'anyone' | 'user' | 'sudo' | 'moderator' | 'moderator-sudo'

type Entries = Readonly<Record<string, v.GenericSchema>>

/** What each status means, and what comes with it. */
type Answers = Readonly<Record<number, { readonly means: string; readonly output: v.GenericSchema }>>

/**
 * One call of the API: what goes in, who may ask, what comes out.
 * Parts left out mean "nothing may be sent". `accepts` and `answers` name what is not JSON.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  /** The full path, parameters as `:name`. */
  readonly path: string
  readonly auth: Auth
  /** One line for the reader of /api/docs. */
  readonly summary: string
  readonly params?: Entries
  readonly query?: Entries
  readonly body?: v.GenericSchema
  readonly output?: v.GenericSchema
  /** HTTP status of success; by default 200, and 204 when there is no output. */
  readonly status?: number
  /** Of a path that does several things: what may be sent and what is answered, for the API's description. */
  readonly described?: { readonly body: v.GenericSchema; readonly answers: Answers }
  /** Largest body in bytes; by default 64 KB. */
  readonly bodyBytes?: number
  /** Takes an `Idempotency-Key`: a repeat gives the first answer and creates nothing. */
  readonly idempotencyKey?: true
  readonly accepts?:
    | 'multipart/form-data'
    | 'application/offset+octet-stream'
    /** Bytes as they come, whatever they are called: the handler reads `request.body` as a Buffer. */
    | '*/*'
  readonly answers?: 'text/event-stream' | 'image/*' | 'text/plain' | 'text/html' | 'text/csv' | 'application/zip'
}

type OutputOf<T extends Entries | undefined> = T extends Entries
  ? { [K in keyof T]: v.InferOutput<T[K]> }
  : Record<never, never>

type InputOf<T extends Entries> = v.InferInput<v.ObjectSchema<T, undefined>>

/** What a handler receives: every part checked and in the schema's output form. */
export type Received<E extends Endpoint> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: E['body'] extends v.GenericSchema ? v.InferOutput<E['body']> : undefined
}

/** What a caller sends; parts the endpoint does not name are left out. */
export type Sent<E extends Endpoint> = (E['params'] extends Entries ? { params: InputOf<E['params']> } : unknown) &
  (E['query'] extends Entries ? { query?: InputOf<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: v.InferInput<E['body']> } : unknown) &
  // A key of the caller's own makes several tries one; without it every call has a new one.
  (E['idempotencyKey'] extends true ? { idempotencyKey?: string } : unknown)

/** What a handler gives and a caller gets; `undefined` for an endpoint without output. */
export type Answer<E extends Endpoint> = E['output'] extends v.GenericSchema ? v.InferOutput<E['output']> : undefined

/** Names an endpoint; keeps its exact type, so server and web agree on every field. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition
