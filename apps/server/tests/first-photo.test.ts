import { expect, it } from 'vitest'
import { aPost, aUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

it('the photo that is seen first is asked for before any script', async () => {
  const user = await aUser(server)
  const { id, photos } = await aPost(server, user)
  const src = photos[0]?.src.replace('{width}', '640').replace('{format}', 'webp') ?? 'none'
  for (const [who, path] of [
    [user, '/dashboard'],
    [null, `/posts/${id}`],
  ] as const) {
    const { text } = await server.call(who, 'GET', path)
    const link = /<link rel="preload" as="image"[^>]*>/.exec(text)?.[0] ?? ''
    expect(link).toContain(`${src} 640w`)
    expect(text.indexOf(link)).toBeLessThan(text.indexOf('modulepreload'))
  }
  expect((await server.call(null, 'GET', '/')).text).not.toContain('as="image"')
})
