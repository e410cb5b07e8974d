import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import { json, type WireAnswer, type WireRequest } from '../http/wire.ts'
import { digits, lowercase, randomText, uppercase } from '../random.ts'
import { refuse } from './refusals.ts'

const lifeSeconds = 3_599

/** The one token there is: each new one ends the life of the one before (payments.md §1.1). */
export type Tokens = {
  issue(request: WireRequest): WireAnswer
  /** The refusal for a request without the current token; undefined when it has it. */
  refusal(request: WireRequest): WireAnswer | undefined
}

export function makeTokens(clock: Clock, { consumerKey, consumerSecret }: TestCredentials['daraja']): Tokens {
  let current = { token: '', until: 0 }
  let issued = 0
  const right = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
  return {
    issue({ query, headers }) {
      const authorization = headers.authorization ?? ''
      if (!authorization.startsWith('Basic ')) return refuse('bad-authentication')
      if (query.get('grant_type') !== 'client_credentials') return refuse('bad-grant')
      // A wrong key gets no JSON at all, often nothing.
      if (authorization !== right) return { status: 400, headers: {}, body: '' }
      issued += 1
      current = {
        token: randomText(28, digits + lowercase + uppercase),
        until: clock.now().getTime() + lifeSeconds * 1000,
      }
      // Both were captured, a number and a string.
      return json(200, { access_token: current.token, expires_in: issued % 2 ? lifeSeconds : String(lifeSeconds) })
    },
    refusal({ headers }) {
      const [scheme, token] = (headers.authorization ?? '').split(' ')
      if (scheme !== 'Bearer' || !token) return refuse('no-token')
      if (token !== current.token) return refuse('unknown-token')
      return clock.now().getTime() > current.until ? refuse('expired-token') : undefined
    },
  }
}
