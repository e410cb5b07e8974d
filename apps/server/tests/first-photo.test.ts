import { beforeAll, describe, expect, it } from 'vitest'
import { aPet, aPhoto, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

let author: TestUser
let reader: TestUser
let src: string
const at: Record<string, string> = {}

beforeAll(async () => {
  author = await aUser(server)
  reader = await aUser(server)
  const pet = await aPet(server, [author], 'Biscuit')
  const { id, photos } = await aPost(server, author, { caption: 'Run #garden', pets: [pet] })
  src = photos[0]?.src.replace('{width}', '640').replace('{format}', 'webp') ?? 'none'
  const storyBody = { photo: await aPhoto(server, author), alt: 'Biscuit' }
  const story = await server.call<{ id: string; photo: { src: string } }>(author, 'POST', '/api/stories', storyBody)
  Object.assign(at, {
    post: `/posts/${id}`,
    pet: `/pets/biscuit-${pet.slice(-12)}`,
    story: `/stories/${story.body.id}`,
  })
})

const preloadOf = (text: string) => /<link rel="preload" as="image"[^>]*>/.exec(text)?.[0] ?? ''

describe('first photo of a page', () => {
  it.each([
    ['feed', () => author, () => '/dashboard'],
    ['post', () => null, () => at.post],
    ['user', () => null, () => `/@${author.username}`],
    ['own profile', () => author, () => '/dashboard/profile'],
    ['pet', () => reader, () => at.pet],
    ['tag', () => reader, () => '/tags/garden'],
    ['search', () => reader, () => '/dashboard/search'],
    ['search results', () => reader, () => '/dashboard/search?q=Run'],
  ])(
    'is preloaded before styles, fonts and scripts, and has its average colour in the HTML (page: %s)',
    async (_, viewer, path) => {
      const { text } = await server.call<string>(viewer(), 'GET', path() ?? '')
      const link = preloadOf(text)
      expect(link).toContain(`${src} 640w`)
      expect(link).toContain('fetchpriority="high"')
      const parts = [link, 'rel="stylesheet"', 'as="font"', 'rel="modulepreload" fetchpriority="low"']
      const order = [0, ...parts.map((part) => text.indexOf(part))]
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      expect(text).toMatch(/<rect width="100%" height="100%" fill="rgb\(\d+ \d+ \d+\)"/)
    },
  )

  it('is preloaded on the page of a story, in addition to the photo in the HTML', async () => {
    const { text } = await server.call<string>(reader, 'GET', at.story ?? '')
    expect(preloadOf(text)).toContain(' 640w')
    expect(text).toMatch(/<source type="image\/webp" srcSet="[^"]* 640w/)
  })

  it('has no preload link on pages without photos', async () => {
    for (const path of ['/', '/settings'])
      expect((await server.call(author, 'GET', path)).text).not.toContain('as="image"')
  })
})
