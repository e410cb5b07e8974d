import type { Post } from '@pawtrait/contract/posts.ts'
import { describe, expect, it } from 'vitest'
import { hour, minute } from '#testing/clock.ts'
import { aPhoto, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'

const production = serverForFile(createProductionSettings())
const local = serverForFile()

const call = <T>(viewer: TestUser, method: 'POST' | 'PATCH', url: string, body: unknown) =>
  production.call<T>(viewer, method, url, body, {
    headers: { host: 'pawtrait.test', cookie: `__Host-${viewer.cookie}` },
  })
const post = async (viewer: TestUser, caption = '') =>
  call<Post>(viewer, 'POST', '/api/posts', { photos: [{ id: await aPhoto(production, viewer) }], caption })

describe('new account', () => {
  it('receives 429 after five posts in its first hour, in production', async () => {
    const author = await aUser(production)
    production.clock.advance(10 * minute)
    for (let n = 0; n < 5; n++) expect((await post(author)).status).toBe(201)
    const refused = await post(author)
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota-reached' } })
    expect(refused.headers['retry-after']).toBe(String(50 * 60))
    production.clock.advance(50 * minute)
    expect((await post(author)).status).toBe(201)
  })

  it('receives 400 `too-early` for links and mentions in posts and comments in its first hour', async () => {
    const author = await aUser(production)
    const own = (await post(author, 'write to me@home.test, see #dogs')).body
    for (const text of ['see https://spam.test', 'WWW.spam.test', 'hi @somebody', '(@somebody)']) {
      const refusal = { status: 400, body: { code: 'validation-failed', errors: [{ code: 'too-early' }] } }
      expect(await post(author, text)).toMatchObject(refusal)
      expect(await call(author, 'PATCH', `/api/posts/${own.id}`, { caption: text })).toMatchObject(refusal)
      expect(await call(author, 'POST', `/api/posts/${own.id}/comments`, { text })).toMatchObject(refusal)
    }
    production.clock.advance(hour)
    expect((await post(author, 'hi @somebody, see https://fine.test')).status).toBe(201)
  })

  it('receives 400 `too-early` for links in names, bios, breeds, places and alt texts in its first hour', async () => {
    const author = await aUser(production)
    const text = 'www.spam.test'
    const own = (await post(author)).body
    const pet = await call<{ id: string }>(author, 'POST', '/api/pets', {
      name: 'Rex',
      species: 'dog',
      backdrop: 'moss',
    })
    const photo = { id: await aPhoto(production, author), alt: text }
    for (const [field, method, url, body] of [
      ['fullname', 'PATCH', '/api/profile', { fullname: text }],
      ['bio', 'PATCH', '/api/profile', { bio: text }],
      ['name', 'POST', '/api/pets', { name: text, species: 'dog', backdrop: 'moss' }],
      ['bio', 'PATCH', `/api/pets/${pet.body.id}`, { bio: text }],
      ['breed', 'PATCH', `/api/pets/${pet.body.id}`, { breed: text }],
      ['place', 'POST', '/api/posts', { photos: [{ id: photo.id }], place: text }],
      ['photos', 'POST', '/api/posts', { photos: [photo] }],
      ['place', 'PATCH', `/api/posts/${own.id}`, { place: text }],
      ['photos', 'PATCH', `/api/posts/${own.id}`, { photos: [{ id: own.photos[0]?.id, alt: text }] }],
      ['alt', 'POST', '/api/stories', { photo: photo.id, alt: text }],
    ] as const) {
      const errors = [{ field, code: 'too-early' }]
      expect(await call(author, method, url, body)).toMatchObject({ status: 400, body: { errors } })
    }
    production.clock.advance(hour)
    expect((await call(author, 'PATCH', '/api/profile', { bio: text })).status).toBe(200)
  })

  it('can post six times, with links and mentions, in its first hour outside production', async () => {
    const author = await aUser(local)
    for (let n = 0; n < 6; n++) await aPost(local, author, { caption: 'hi @somebody, see https://fine.test' })
    expect((await local.call(author, 'GET', '/api/feed')).status).toBe(200)
  })
})
