import { withTrace } from '#platform/monitoring/trace-channel.ts'
import { parseJson } from './parse-json.ts'

const TIMEOUT_MS = 10_000

/** A provider's response, or null if no complete response arrived. `body` is undefined if it is not JSON. */
export type ProviderResponse = { status: number; body: unknown } | null

type Request = { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: object }

/** Sends one request to a provider. Never retries, because only the caller knows whether a retry is safe. */
export const sendRequest = (url: string, request: Request): Promise<ProviderResponse> =>
  withTrace(
    () => sendOnce(url, request),
    () => ({ where: 'outside', name: `${request.method ?? 'POST'} ${new URL(url).host}` }),
  )

async function sendOnce(url: string, { method = 'POST', headers, body }: Request): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, body: parseJson(await response.text()) }
  } catch {
    return null
  }
}
