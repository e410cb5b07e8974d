import { aClient, type Client } from '../e2e/client.ts'

/** Somebody who keeps the cookies they are given, as a browser does: the one of their last write among them. */
export async function aPerson(origin: string, username: string): Promise<Client> {
  const client = await aClient({ origin }, username)
  const jar = new Map<string, string>()
  const keep = (pairs: string[]) => {
    for (const pair of pairs) jar.set(pair.slice(0, pair.indexOf('=')), pair)
  }
  keep(client.cookie.split('; '))
  const cookies = () => [...jar.values()].join('; ')
  return {
    username,
    get cookie() {
      return cookies()
    },
    call: async (app, method, path, body) => {
      const isJson = body && !(body instanceof FormData)
      const headers = { origin: app.origin, cookie: cookies(), ...(isJson && { 'content-type': 'application/json' }) }
      const sent = isJson ? JSON.stringify(body) : body
      const answer = await fetch(app.origin + path, { method, headers, ...(sent && { body: sent }) })
      keep(answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''))
      return answer
    },
  }
}
