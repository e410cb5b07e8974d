import { type SearchHit, SearchPage, searchHitTypes } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { aPet, aPost, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
// Keeps each test below the rate limit per minute.
beforeEach(() => server.clock.advance(minute))

async function search(q: string, more = ''): Promise<SearchPage> {
  const reply = await server.call(null, 'GET', `/api/search?q=${encodeURIComponent(q)}${more}`)
  return v.parse(v.strictObject(SearchPage.entries), reply.body)
}
const getNames = (page: SearchPage) => page.hits.map(({ name }) => name)

/** Returns all pages of a search, at most 40. */
async function readPages(q: string, more: string): Promise<SearchHit[][]> {
  const pages: SearchHit[][] = []
  for (let cursor: string | null = ''; cursor !== null && pages.length < 40; ) {
    const page: SearchPage = await search(q, `${more}${cursor && `&cursor=${cursor}`}`)
    pages.push(page.hits)
    cursor = page.cursor
  }
  return pages
}

describe('GET /api/search', () => {
  it('finds names by any part, even a single letter', async () => {
    const user = await aUser(server, { fullname: 'Njeri Xöyq', username: 'nje.qz' })
    for (const name of ['Xybiscuit', 'Xy', 'Mister Xyla', 'Oxyl', "D'x y"]) await aPet(server, [user], name)
    const searchPetNames = async (q: string) => getNames(await search(q, '&type=pet')).toSorted()
    expect(await searchPetNames('xy')).toEqual(['Mister Xyla', 'Oxyl', 'Xy', 'Xybiscuit'])
    expect(await searchPetNames('X')).toEqual(["D'x y", 'Mister Xyla', 'Oxyl', 'Xy', 'Xybiscuit'])
    expect(await searchPetNames('xyl')).toEqual(['Mister Xyla', 'Oxyl'])
    expect(await searchPetNames('yb')).toEqual(['Xybiscuit'])
    expect(await searchPetNames("'X Y")).toEqual(["D'x y"])
    expect(await searchPetNames('x y')).toEqual(["D'x y"])
    expect(await searchPetNames('xz')).toEqual([])
    for (const q of ['yq', 'XÖ', 'je', 'qz', 'öy', 'I X'])
      expect([q, getNames(await search(q, '&type=user'))]).toEqual([q, ['Njeri Xöyq']])
  })

  it('finds captions, places and tags by any part', async () => {
    const user = await aUser(server)
    await aPost(server, user, { caption: 'öwvx #qvvz', place: 'Owvy' })
    for (const q of ['wv', 'WV', 'v']) {
      const { hits } = await search(q)
      expect(hits.map(({ type }) => type).filter((type) => type !== 'tag')).toEqual(['post', 'place'])
    }
    expect(getNames(await search('#vv'))).toEqual(['qvvz'])
    expect(getNames(await search('vy', '&type=place'))).toEqual(['Owvy'])
  })

  it('finds %, _, \\ and emojis literally, also when the term has no letters', async () => {
    await aUser(server, { fullname: 'Hundred 100% _Sure\\Thing', username: 'sure_thing' })
    await aUser(server, { fullname: 'Hundred 1000 Asure Thing', username: 'surexthing' })
    for (const q of ['100%', '_sure', 'sure\\t', 'sure_t'])
      expect([q, getNames(await search(q))]).toEqual([q, ['Hundred 100% _Sure\\Thing']])
    for (const q of ['', ' ', '%%%', '__', '\\\\', '---', '\u0000', '\u0301', "';--", '@', '#', '🐶'])
      expect([q, getNames(await search(q))]).toEqual([q, []])
    for (const q of ['%', '\\']) expect([q, getNames(await search(q))]).toEqual([q, ['Hundred 100% _Sure\\Thing']])
    const user = await aUser(server)
    for (const name of ['Rex 🐶', '🐱', '🐶🐶']) await aPet(server, [user], name)
    expect(getNames(await search('🐶', '&type=pet')).toSorted()).toEqual(['Rex 🐶', '🐶🐶'])
    expect(getNames(await search('🐶🐶'))).toEqual(['🐶🐶'])
  })

  // Each row has a name, terms that match it, and terms that do not.
  it.each([
    ['小花猫', ['花', '花猫', '猫', '小花猫'], ['小猫', '花小']],
    ['ポチ太', ['チ', 'チ太', 'ポチ'], ['ホ', 'ぽ']],
    ['멍멍이', ['이', '멍이'], ['머', '이멍']],
    ["Ng'ombe Mzungu", ["g'", "'o", 'mz', 'zu', 'E MZ'], ['go', 'em']],
    ['Ẹ\u0301kọ\u0301 Ọlá', ['eko', 'KO', 'o', 'ẹ', 'ọ\u0301', 'ọla'], ['oko']],
    ['ΓΙΏΡΓΟΣ', ['ος', 'γιώργος', 'οσ', 'ι'], ['ογ']],
    ['Şimşek İnci', ['ş', 'im', 'in', 'İN', 'K İ'], ['ix']],
    ['हिन्दी', ['हि', 'न्', 'ह', 'िन'], ['हन']],
    ['بِسْمِ قطة', ['ق', 'طة', 'قطة'], ['ةط']],
    ['חתול שחור', ['ח', 'ול', 'ל ש'], ['לו']],
    ['น้องแมว', ['แม', 'ว', 'น้'], ['วม']],
    ['👩‍👩‍👧 Ōki', ['👧', '👩‍👩', 'ok', 'Ō', 'i'], ['👧👩']],
  ])('finds the name %s by its parts', async (name, matchingTerms, nonMatchingTerms) => {
    const pet = await aPet(server, [await aUser(server)], name)
    const isFound = async (q: string) => (await readPages(q, '&type=pet&limit=50')).flat().some(({ id }) => id === pet)
    for (const q of matchingTerms) expect([q, await isFound(q)]).toEqual([q, true])
    for (const q of nonMatchingTerms) expect([q, await isFound(q)]).toEqual([q, false])
  })
})

describe('search cursor', () => {
  it('pages through all hits of one type or of all types, and is null on the last page', async () => {
    const user = await aUser(server, { fullname: 'Zzyx' })
    for (let n = 0; n < 7; n++) {
      server.clock.advance(1)
      await aPet(server, [user], `Azzy ${n % 3}`)
      await aPost(server, user, { caption: `zzy ${n} #zzy${n}`, place: `Uzzy ${n % 4}` })
    }
    const pages = await readPages('zzy', '&limit=3')
    const all = pages.flat()
    expect(pages.map((hits) => hits.length)).toEqual([13, 10, 3])
    expect(new Set(all.map(({ type, id }) => `${type} ${id}`)).size).toBe(26)
    for (const type of searchHitTypes)
      expect(all.filter((hit) => hit.type === type)).toEqual((await readPages('zzy', `&limit=2&type=${type}`)).flat())
    expect((await search('zzy', '&limit=7')).cursor).toBe(null)
    expect((await search('#zzy', '&limit=2')).cursor).toMatch(/^tag:[0-9a-f.-]+$/)
  })

  it('pages through all of 620 tags that have equal post counts', async () => {
    const user = await aUser(server)
    const first = await aPost(server, user, { caption: '' })
    await server.deps.database.rows(sql`
      insert into post_tags (tag, post_id) select 'qqtag' || n, ${first.id} from generate_series(1, 620) n`)
    const hits = (await readPages('#q', '&type=tag&limit=50')).flat()
    const tags = new Set(hits.flatMap(({ name }) => (name.startsWith('qqtag') ? [name] : [])))
    expect(tags.size).toBe(620)
  })
})
