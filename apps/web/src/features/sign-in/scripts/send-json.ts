import type { ProofChallenge } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import { buildViewerHeader } from '#lib/server/page-viewer.ts'

/** Response of the server. `status` is 0 when the server was unreachable. */
export type ApiResponse = {
  status: number
  body: unknown
  /** Error code from the contract, if the request was refused. */
  code: string | undefined
  problem: {
    errors?: { field: string; message: string }[]
    triesLeft?: number
    requestId?: string
    decisionId?: string
    /** End of the suspension. Null if the account is banned permanently. */
    suspendedUntil?: string | null
    challenge?: ProofChallenge
  }
  /** Minutes to wait, from the `Retry-After` header; at least 1. */
  minutes: number
}

/**
 * Sends a JSON request. Never throws, because forms show every outcome.
 * Imports no library, because pages without React load this module.
 */
export async function sendJson(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<ApiResponse> {
  const headers = { ...buildViewerHeader(), ...(body !== undefined && { 'content-type': 'application/json' }) }
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const text = await response.text()
    const answer: unknown = text === '' ? null : JSON.parse(text)
    const problem = !response.ok && typeof answer === 'object' && answer ? (answer as ApiResponse['problem']) : {}
    const minutes = Math.max(1, Math.ceil(Number(response.headers.get('retry-after') ?? 0) / 60))
    return { status: response.status, body: answer, code: (problem as { code?: string }).code, problem, minutes }
  } catch {
    return { status: 0, body: null, code: undefined, problem: {}, minutes: 1 }
  }
}
