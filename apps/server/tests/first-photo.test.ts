import { expect, it } from 'vitest'
import { aPost, aUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

it('feed and post pages preload their first photo before any script', async () => {
  const user = await aUser(server)
  const { id, photos } = await aPost(server, user)
  const src = photos[0]?.src.replace('{width}', '640').replace('{format}', 'webp') ?? 'none'
  for (const [viewer, path] of [
    [user, '/dashboard'],
    [null, `/posts/${id}`],
  ] as const) {
    const { text } = await server.call(viewer, 'GET', path)
    const link = /<link rel="preload" as="image"[^>]*>/.exec(text)?.[0] ?? ''
    expect(link).toContain(`${src} 640w`)
    expect(text.indexOf(link)).toBeLessThan(text.indexOf('modulepreload'))
  }
  expect((await server.call(null, 'GET', '/')).text).not.toContain('as="image"')
})
