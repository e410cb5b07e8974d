import type { IncomingHttpHeaders } from 'node:http'

/** An HTTP request. `raw` contains the bytes of the body. */
export type WireRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: Buffer
}

/** A response. `drop` closes the connection without a response, and `hang` keeps it open without a response. */
export type WireResponse = { status: number; headers: Record<string, string>; body: string | Buffer } | 'drop' | 'hang'

export type Handler = (request: WireRequest) => WireResponse | Promise<WireResponse>

/** Returns a JSON response. A `body` of type string is sent unchanged, without encoding it again. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

/** A route of an API. A path segment such as `:code` becomes a parameter. */
export type Route = {
  method: string
  path: string
  answer(request: WireRequest, params: Record<string, string>): WireResponse | Promise<WireResponse>
}

/**
 * Returns a handler that passes each request to its route. Calls `otherwise` if no route matches. `pathKnown` is true
 * if only the method is wrong.
 */
export function routeRequests(
  routes: Route[],
  otherwise: (request: WireRequest, pathKnown: boolean) => WireResponse,
): Handler {
  return (request) => {
    const matches = routes.flatMap((route) => {
      const params = matchPath(route.path, request.path)
      return params ? [{ route, params }] : []
    })
    const found = matches.find(({ route }) => route.method === request.method)
    return found ? found.route.answer(request, found.params) : otherwise(request, matches.length > 0)
  }
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')]
  if (patternParts.length !== pathParts.length) return
  const params: Record<string, string> = {}
  for (const [at, part] of patternParts.entries()) {
    const value = decodePart(pathParts[at] ?? '')
    if (value === undefined) return
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return
  }
  return params
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Parses the body as a JSON object. Returns undefined when the body is not a JSON object. */
export function parseJsonObject({ raw }: WireRequest): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns whether the request declares its body as JSON. A form of another site cannot send JSON without a CORS
 * preflight.
 */
export const hasJsonContentType = ({ headers }: WireRequest): boolean =>
  /^application\/json\b/.test(headers['content-type'] ?? '')
