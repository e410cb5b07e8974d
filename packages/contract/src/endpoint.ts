import type * as v from 'valibot'

/**
 * Permission to call an endpoint. `anyone` includes visitors; `user` is a signed-in user. `sudo` is a user who has
 * recently proven their identity again. `moderator-sudo` is a moderator in sudo mode. Moderator endpoints answer 404 to
 * everybody else.
 */
export type EndpointAuth = 'anyone' | 'user' | 'sudo' | 'moderator' | 'moderator-sudo'

type Entries = Readonly<Record<string, v.GenericSchema>>

type Answers = Readonly<Record<number, { readonly means: string; readonly output: v.GenericSchema }>>

/**
 * One endpoint of the API: input, permission and output. Where `params`, `query` or `body` is missing, callers send
 * none. `accepts` and `answers` name content types other than JSON.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  /** The full path, with parameters as `:name`. */
  readonly path: string
  readonly auth: EndpointAuth
  /** One-line description for /api/docs. */
  readonly summary: string
  readonly params?: Entries
  readonly query?: Entries
  readonly body?: v.GenericSchema
  readonly output?: v.GenericSchema
  /** HTTP status of success; by default 200, and 204 when there is no output. */
  readonly status?: number
  /** Schemas for the API description, when one path has several kinds of body and response. */
  readonly described?: { readonly body: v.GenericSchema; readonly answers: Answers }
  /** Largest body in bytes; by default 64 KB. */
  readonly bodyBytes?: number
  /**
   * Accepts an `Idempotency-Key` for 30 days. A repeated call creates nothing. It returns the present state of the
   * created resource, or the problem `gone` if the resource was deleted.
   */
  readonly idempotencyKey?: true
  readonly accepts?:
    | 'multipart/form-data'
    | 'application/offset+octet-stream'
    /** A raw body of any content type: the handler reads `request.body` as a Buffer. */
    | '*/*'
  readonly answers?: 'text/event-stream' | 'image/*' | 'text/plain' | 'text/html' | 'text/csv' | 'application/zip'
}

type OutputOf<T extends Entries | undefined> = T extends Entries
  ? { [K in keyof T]: v.InferOutput<T[K]> }
  : Record<never, never>

type InputOf<T extends Entries> = v.InferInput<v.ObjectSchema<T, undefined>>

/** Input of an endpoint's handler, validated and transformed by the schemas. */
export type EndpointInput<E extends Endpoint> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: E['body'] extends v.GenericSchema ? v.InferOutput<E['body']> : undefined
}

/** Input that a caller passes for an endpoint: only the parts that the endpoint defines. */
export type CallInput<E extends Endpoint> = (E['params'] extends Entries ? { params: InputOf<E['params']> } : unknown) &
  (E['query'] extends Entries ? { query?: InputOf<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: v.InferInput<E['body']> } : unknown) &
  // Two calls with the same key take effect once. By default every call gets a new key.
  (E['idempotencyKey'] extends true ? { idempotencyKey?: string } : unknown)

/** Output of an endpoint; `undefined` if the endpoint has no output schema. */
export type CallOutput<E extends Endpoint> = E['output'] extends v.GenericSchema
  ? v.InferOutput<E['output']>
  : undefined

/** Defines an endpoint and keeps its exact type, so that server and web agree on every field. */
export const defineEndpoint = <const E extends Endpoint>(definition: E): E => definition
