import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import { jsonResponse, type WireRequest, type WireResponse } from '../http/http-routing.ts'
import { digits, generateRandomText, lowercase, uppercase } from '../random.ts'
import { darajaErrorResponse } from './error-responses.ts'

const lifeSeconds = 3_599

/** The only valid access token. Each new token invalidates the previous one. */
export type AccessTokens = {
  issue(request: WireRequest): WireResponse
  /** Returns an error response if the request lacks the current token, otherwise undefined. */
  refusal(request: WireRequest): WireResponse | undefined
}

export function createTokenIssuer(
  clock: Clock,
  { consumerKey, consumerSecret }: TestCredentials['daraja'],
): AccessTokens {
  let current = { token: '', until: 0 }
  let issued = 0
  const expectedAuthorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
  return {
    issue({ query, headers }) {
      const authorization = headers.authorization ?? ''
      if (!authorization.startsWith('Basic ')) return darajaErrorResponse('bad-authentication')
      if (query.get('grant_type') !== 'client_credentials') return darajaErrorResponse('bad-grant')
      // Daraja's response to a wrong key is not JSON. Often its body is empty.
      if (authorization !== expectedAuthorization) return { status: 400, headers: {}, body: '' }
      issued += 1
      current = {
        token: generateRandomText(28, digits + lowercase + uppercase),
        until: clock.now().getTime() + lifeSeconds * 1000,
      }
      // Alternates between both types, because Daraja has sent `expires_in` both as a number and as a string.
      return jsonResponse(200, {
        access_token: current.token,
        expires_in: issued % 2 ? lifeSeconds : String(lifeSeconds),
      })
    },
    refusal({ headers }) {
      const [scheme, token] = (headers.authorization ?? '').split(' ')
      if (scheme !== 'Bearer' || !token) return darajaErrorResponse('no-token')
      if (token !== current.token) return darajaErrorResponse('unknown-token')
      return clock.now().getTime() > current.until ? darajaErrorResponse('expired-token') : undefined
    },
  }
}
