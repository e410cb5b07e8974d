import type * as v from 'valibot'

/**
 * Permission to call an endpoint. `anyone` includes visitors. `user` is a signed-in user. `sudo` is a user who has
 * recently proven their identity again. `moderator-sudo` is a moderator in sudo mode. Moderator endpoints return 404 to
 * all other callers.
 */
export type EndpointAuth = 'anyone' | 'user' | 'sudo' | 'moderator' | 'moderator-sudo'

type Entries = Readonly<Record<string, v.GenericSchema>>

type Answers = Readonly<Record<number, { readonly means: string; readonly output: v.GenericSchema }>>

/**
 * An endpoint of the API: its input, permission and output. If `params`, `query` or `body` is undefined, callers send
 * none. `accepts` and `answers` are content types other than JSON.
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
  /** HTTP status of success. Defaults to 200, or to 204 when there is no output. */
  readonly status?: number
  /** Schemas in the API description, for a path that accepts several bodies and returns several responses. */
  readonly described?: { readonly body: v.GenericSchema; readonly answers: Answers }
  /** Maximum size of the body in bytes. Defaults to 64 KB. */
  readonly bodyBytes?: number
  /**
   * Accepts an `Idempotency-Key` for 30 days. A repeated call creates nothing. It returns the current state of the
   * created resource, or the problem `gone` if the resource was deleted.
   */
  readonly idempotencyKey?: true
  readonly accepts?:
    | 'multipart/form-data'
    | 'application/offset+octet-stream'
    /** Accepts a raw body of any content type. The handler reads `request.body` as a Buffer. */
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

/** Input that a caller passes to an endpoint. It has only the parts that the endpoint defines. */
export type CallInput<E extends Endpoint> = (E['params'] extends Entries ? { params: InputOf<E['params']> } : unknown) &
  (E['query'] extends Entries ? { query?: InputOf<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: v.InferInput<E['body']> } : unknown) &
  // The server executes two calls with the same key only once. By default, each call gets a new key.
  (E['idempotencyKey'] extends true ? { idempotencyKey?: string } : unknown)

/** Output of an endpoint; `undefined` if the endpoint has no output schema. */
export type CallOutput<E extends Endpoint> = E['output'] extends v.GenericSchema
  ? v.InferOutput<E['output']>
  : undefined

/** Defines an endpoint. Keeps its exact type, so that server and web use the same fields. */
export const defineEndpoint = <const E extends Endpoint>(definition: E): E => definition
