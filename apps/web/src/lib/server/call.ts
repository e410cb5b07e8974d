import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { recordServerTime } from '#lib/time/server-clock.ts'
import { buildViewerHeader, getPageViewer, recordSessionEnd, VIEWER_CHANGED_EVENT } from './page-viewer.ts'

type CallErrorOptions = { isGivenUp?: boolean; otherwise?: 'offline' | 'file-changed' }

/**
 * Error of an API call. `code` is the error code of the server. It is `offline` if the server did not answer, and
 * `file-changed` if a file cannot be read.
 */
export class CallError extends Error {
  readonly code: ProblemBody['code'] | 'offline' | 'file-changed'
  readonly problem: ProblemBody | null
  /** True after a timeout: a retry would probably time out too. */
  readonly isGivenUp: boolean

  constructor(problem: ProblemBody | null, { isGivenUp = false, otherwise = 'offline' }: CallErrorOptions = {}) {
    // The message is only for logs. For users, the app translates the code (i18n/use-problem-text.ts).
    super(problem?.detail ?? otherwise)
    this.code = problem?.code ?? otherwise
    this.problem = problem
    this.isGivenUp = isGivenUp
  }

  /** Returns the server's error message for a field, if there is one. */
  field(name: string): string | undefined {
    return this.problem?.errors?.find((error) => error.field === name)?.message
  }
}

/** Returns whether a call failed because the server did not answer. */
export const isUnreachableError = (error: unknown): boolean => error instanceof CallError && error.code === 'offline'

type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  idempotencyKey?: string
}

/** Converts an error response to a CallError. Also notifies the page if its user is no longer logged in. */
export function toCallError(problem: ProblemBody | null): CallError {
  if (problem?.code === 'viewer-changed') window.dispatchEvent(new Event(VIEWER_CHANGED_EVENT))
  if (problem?.code === 'unauthenticated' && getPageViewer()) recordSessionEnd()
  return new CallError(problem)
}

/** Returns the URL of an endpoint with its parameters filled in. */
export function buildEndpointUrl(
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: RequestParts = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/** Returns a new idempotency key. `crypto.randomUUID` is missing on plain HTTP (LAN=1). */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Creates idempotency keys for one form. `of` returns the same key for the same body, so that a retry creates no
 * duplicate. After a call of `forget`, the same body has a new key.
 */
export function createIdempotencyKeys() {
  let last = { sent: '', key: '' }
  const of = (body: unknown): string => {
    const json = JSON.stringify(body)
    if (last.sent !== json) last = { sent: json, key: newIdempotencyKey() }
    return last.key
  }
  const forget = () => {
    last = { sent: '', key: '' }
  }
  return { of, forget }
}

// Idle timeouts in ms: maximum time without a received byte. It is longer for requests that send data, because uploads
// can be slow.
const READ_MS = 15_000
const SEND_MS = 60_000

/** Fetches a text, with an idle timeout that restarts with each received chunk. */
async function fetchText(address: string, init: RequestInit, idleTimeoutMs: number): Promise<[Response, string]> {
  const idleTimeout = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idleTimeout.abort(), idleTimeoutMs)
  }
  try {
    restartTimer()
    const response = await fetch(address, { ...init, signal: idleTimeout.signal })
    recordServerTime(response)
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      restartTimer()
      text += decoder.decode(chunk.value, { stream: true })
    }
    return [response, text]
  } catch {
    throw new CallError(null, { isGivenUp: idleTimeout.signal.aborted })
  } finally {
    clearTimeout(timer)
  }
}

/** Parses JSON. @throws CallError for other text, for example from a proxy or a broken connection */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CallError(null)
  }
}

/**
 * Calls the API over HTTP, with an idle timeout. Calls that create something send an idempotency key, so that a retry
 * after a lost response creates no duplicate.
 * @throws CallError
 */
export const call = (async (endpoint: Endpoint, input: RequestParts = {}) => {
  const headers: Record<string, string> = { accept: 'application/json', ...buildViewerHeader() }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey ?? newIdempotencyKey()
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (input.body !== undefined) init.body = JSON.stringify(input.body)
  const idleTimeoutMs = endpoint.method === 'GET' ? READ_MS : SEND_MS
  const [response, text] = await fetchText(buildEndpointUrl(endpoint, input), init, idleTimeoutMs)
  const isProblem = response.headers.get('content-type')?.includes('problem+json')
  if (!response.ok) throw toCallError(isProblem ? (parseJson(text) as ProblemBody) : null)
  return response.status === 204 ? undefined : parseJson(text)
  // The cast is safe: the server's tests validate every response against the same contract.
}) as ApiCall
