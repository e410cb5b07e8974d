import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { RunningApp } from './app.ts'

/** An API client with a session and without a browser. Its session survives a restart of the app. */
export type ApiClient = {
  username: string
  /** Header `cookie` with all cookies received so far. */
  readonly cookie: string
  call: (app: Pick<RunningApp, 'origin'>, method: string, path: string, body?: object | FormData) => Promise<Response>
}

/** Signs up and logs in through the API. */
export async function createApiClient(
  app: Pick<RunningApp, 'origin'>,
  username: string,
  fullname = 'Amina Otieno',
): Promise<ApiClient> {
  const json = { origin: app.origin, 'content-type': 'application/json' }
  const post = (body: object) =>
    fetch(`${app.origin}/users`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const email = `${username}@example.com`
  assert.equal((await post({ fullname, username, email, zipcode: '00100' })).status, 201)
  const jar = new Map<string, string>()
  const storeCookies = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      jar.set(pair.slice(0, pair.indexOf('=')), pair)
    }
    return answer
  }
  const cookies = () => [...jar.values()].join('; ')
  storeCookies(await post({ usernameOrEmail: username, zipcode: '00100' }))
  assert.match(cookies(), /pt_sid=/)
  const call: ApiClient['call'] = async ({ origin }, method, path, body) => {
    const isForm = body instanceof FormData
    const headers = { origin, cookie: cookies(), ...(body && !isForm && { 'content-type': 'application/json' }) }
    const sent = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) }
    return storeCookies(await fetch(`${origin}${path}`, sent))
  }
  return {
    username,
    get cookie() {
      return cookies()
    },
    call,
  }
}

/** Returns an upload form with a JPEG of random noise. */
export async function createPhotoForm(width = 640, height = 480): Promise<FormData> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const photo = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  return form
}
