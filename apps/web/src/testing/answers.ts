import { vi } from 'vitest'

/** One answer of the pretended server: status, JSON and headers. */
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }

/** A refusal as the server words it. */
export function refusal(status: number, code: string, more: object = {}): Answer {
  return {
    status,
    body: { type: 'about:blank', title: code, status, code, detail: '', requestId: '7c1f-20be', ...more },
  }
}

/**
 * Stands in for the server: `answer` gets "METHOD /path" and the sent JSON. Gives back what was sent, oldest first.
 * A thrown error is a server that cannot be reached.
 */
export function pretendServer(
  answer: (call: string, sent: unknown) => Answer | Promise<Answer>,
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
