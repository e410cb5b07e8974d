import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { VIEWER_CHANGED, viewerHeader } from './page-viewer.ts'

/** A refusal of the server, or no answer at all (`code` is then `offline`). */
export class CallError extends Error {
  readonly code: ProblemBody['code'] | 'offline'
  readonly problem: ProblemBody | null
  /** There was time enough for an answer: asking again at once would only take as long again. */
  readonly isGivenUp: boolean

  constructor(problem: ProblemBody | null, { isGivenUp = false } = {}) {
    // For logs; screens say it by its code: i18n/use-problem-words.ts.
    super(problem?.detail ?? 'offline')
    this.code = problem?.code ?? 'offline'
    this.problem = problem
    this.isGivenUp = isGivenUp
  }

  /** What is wrong with a field, if the server said so. */
  field(name: string): string | undefined {
    return this.problem?.errors?.find((error) => error.field === name)?.message
  }
}

type AnyParts = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  idempotencyKey?: string
}

/** What a refusal is to its caller. That somebody else is logged in by now, the page is told as well. */
export function refused(problem: ProblemBody | null): CallError {
  if (problem?.code === 'viewer-changed') window.dispatchEvent(new Event(VIEWER_CHANGED))
  return new CallError(problem)
}

/** The address of an endpoint with its parameters in place. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: AnyParts = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/** A new key for something to be created once. `crypto.randomUUID` is missing on plain HTTP (LAN=1). */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Keys for what one form sends: `of` gives the same one as long as the same is sent, so that a repeat after a lost
 * answer creates nothing twice; after `forget` the same is something new.
 */
export function repeatKeys() {
  let last = { sent: '', key: '' }
  const of = (body: unknown): string => {
    const sent = JSON.stringify(body)
    if (last.sent !== sent) last = { sent, key: newKey() }
    return last.key
  }
  const forget = () => {
    last = { sent: '', key: '' }
  }
  return { of, forget }
}

// Nobody waits longer for a sign of an answer; what is sent may be long and the network slow.
const READ_MS = 15_000
const SEND_MS = 60_000

/** A request that is given up after a silence. A slow answer is waited for as long as more of it comes. */
async function fetchText(address: string, init: RequestInit, silenceMs: number): Promise<[Response, string]> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    hear()
    const response = await fetch(address, { ...init, signal: silence.signal })
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      hear()
      text += decoder.decode(part.value, { stream: true })
    }
    return [response, text]
  } catch {
    throw new CallError(null, { isGivenUp: silence.signal.aborted })
  } finally {
    clearTimeout(timer)
  }
}

/** @throws CallError: what stands between may answer in the server's place, or drop the connection in the middle. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CallError(null)
  }
}

/**
 * Calls the API over HTTP, and gives up after a silence. Creating calls carry a key, so that a
 * repeat after a lost answer creates nothing twice.
 * @throws CallError
 */
export const call = (async (endpoint: Endpoint, sent: AnyParts = {}) => {
  const headers: Record<string, string> = { accept: 'application/json', ...viewerHeader() }
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.idempotencyKey) headers['idempotency-key'] = sent.idempotencyKey ?? newKey()
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (sent.body !== undefined) init.body = JSON.stringify(sent.body)
  const silenceMs = endpoint.method === 'GET' ? READ_MS : SEND_MS
  const [response, text] = await fetchText(addressOf(endpoint, sent), init, silenceMs)
  const isProblem = response.headers.get('content-type')?.includes('problem+json')
  if (!response.ok) throw refused(isProblem ? (read(text) as ProblemBody) : null)
  return response.status === 204 ? undefined : read(text)
  // The server answers by the same contract, and its tests parse every answer with it.
}) as Call
