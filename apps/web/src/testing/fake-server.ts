import { vi } from 'vitest'

/** Response of the fake server. */
export type FakeResponse = { status?: number; body?: unknown; headers?: Record<string, string> }

/** Returns an error response in the format of the server. */
export function errorResponse(status: number, code: string, more: object = {}): FakeResponse {
  return {
    status,
    body: { type: 'about:blank', title: code, status, code, detail: '', requestId: '7c1f-20be', ...more },
  }
}

/**
 * Replaces `fetch` with a fake server. `answer` receives "METHOD /path" and the parsed JSON body. If `answer` throws,
 * `fetch` rejects, as after a network failure. Returns the calls so far, oldest first.
 */
export function fakeServer(
  answer: (call: string, sent: unknown) => FakeResponse | Promise<FakeResponse>,
): { call: string; sent: unknown }[] {
  const calls: { call: string; sent: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`
    const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ call, sent })
    const { status = 200, body = null, headers = {} } = await answer(call, sent)
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers })
  })
  return calls
}
