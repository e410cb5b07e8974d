import { afterEach, vi } from 'vitest'

type Request = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown }
type Reply = { status: number; body?: unknown }
type Answer = (request: Request) => Reply | Promise<Reply>

/** Says how requests are answered in a test: the network is the only thing that is not real. */
export type Network = {
  /** Method and path, such as `GET /api/feed`; a star stands for one part of the path, the query does not count. */
  on: (request: string, answer: Answer | Reply) => void
  /** What was sent so far: `PUT /api/posts/1/like`. */
  sent: string[]
  requests: Request[]
}

const untouched = globalThis.fetch

/** Takes over `fetch`, but for files of the build. A request nobody answers fails like a server that is away. */
export function network(): Network {
  const answers: { pattern: RegExp; answer: Answer | Reply }[] = []
  const requests: Request[] = []
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(address, window.location.origin)
    if (path.endsWith('.letters')) return untouched(address)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    const request = { method: init.method ?? 'GET', path, query, headers: new Headers(init.headers), body }
    requests.push(request)
    sent.push(`${request.method} ${path}`)
    const found = answers.findLast(({ pattern }) => pattern.test(`${request.method} ${path}`))
    if (!found) throw new TypeError('Failed to fetch')
    const { status, body: said } = await (typeof found.answer === 'function' ? found.answer(request) : found.answer)
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    return new Response(said === undefined ? null : JSON.stringify(said), { status, headers: { 'content-type': type } })
  })
  const on: Network['on'] = (request, answer) => {
    const pattern = new RegExp(`^${request.replaceAll('*', '[^/]+')}$`)
    answers.push({ pattern, answer })
  }
  return { on, sent, requests }
}

afterEach(() => void vi.unstubAllGlobals())

/** A refusal as the server words it. */
export const refusal = (code: string, status: number, more: object = {}): Reply => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: code, requestId: 'test', ...more },
})

/** An answer that waits until the test gives it. */
export function held() {
  let give: (reply: Reply) => void = () => {}
  const reply = new Promise<Reply>((resolve) => {
    give = resolve
  })
  return { answer: () => reply, give }
}
