import { afterEach, vi } from 'vitest'

type Request = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown }
type Reply = { status: number; body?: unknown }
type Answer = (request: Request) => Reply | Promise<Reply>

/** Fake network of a test. Responds to requests and records them. */
export type FakeNetwork = {
  /**
   * Sets the response to a request such as `GET /api/feed`. A `*` matches one path segment. Query strings are ignored.
   */
  on: (request: string, answer: Answer | Reply) => void
  /** Method and path of each request so far, such as `PUT /api/posts/1/like`. */
  sent: string[]
  requests: Request[]
}

const originalFetch = globalThis.fetch

/**
 * Replaces `fetch` with a fake. The font files of the story editor (`*.letters`) still use the real `fetch`. A request
 * without a set response rejects with a TypeError, as if the server were unreachable.
 */
export function fakeNetwork(): FakeNetwork {
  const handlers: { pattern: RegExp; answer: Answer | Reply }[] = []
  const requests: Request[] = []
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(address, window.location.origin)
    if (path.endsWith('.letters')) return originalFetch(address)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    const request = { method: init.method ?? 'GET', path, query, headers: new Headers(init.headers), body }
    requests.push(request)
    sent.push(`${request.method} ${path}`)
    const match = handlers.findLast(({ pattern }) => pattern.test(`${request.method} ${path}`))
    if (!match) throw new TypeError('Failed to fetch')
    const { status, body: replyBody } = await (typeof match.answer === 'function'
      ? match.answer(request)
      : match.answer)
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    return new Response(replyBody === undefined ? null : JSON.stringify(replyBody), {
      status,
      headers: { 'content-type': type },
    })
  })
  const on: FakeNetwork['on'] = (request, answer) => {
    const pattern = new RegExp(`^${request.replaceAll('*', '[^/]+')}$`)
    handlers.push({ pattern, answer })
  }
  return { on, sent, requests }
}

afterEach(() => void vi.unstubAllGlobals())

/** Returns an error response in the format of the server. */
export const errorReply = (code: string, status: number, more: object = {}): Reply => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: code, requestId: 'test', ...more },
})

/** Returns a response that stays pending until the test resolves it. */
export function deferredReply() {
  let give: (reply: Reply) => void = () => {}
  const reply = new Promise<Reply>((resolve) => {
    give = resolve
  })
  return { answer: () => reply, give }
}
