import { beforeAll, describe, expect, it } from 'vitest'
import { type TracedWork, traceChannel } from '#platform/monitoring/trace-channel.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

// Columns of hot tables that identify the owner of a row, or an object of one owner (docs/scaling.md, "Sharding keys").
// With several shards, a statement that filters by none of them would query every server.
const keys: Record<string, string[]> = {
  posts: ['id', 'author_id'],
  author_newest_posts: ['author_id'],
  pet_newest_posts: ['pet_id'],
  post_pets: ['post_id', 'pet_id'],
  comments: ['id', 'post_id', 'parent_id', 'root_id'],
  likes: ['post_id'],
  saves: ['post_id', 'user_id'],
  follows: ['follower_id', 'followee_id'],
  pet_follows: ['user_id', 'pet_id'],
  blocks: ['blocker_id', 'blocked_id'],
  notifications: ['user_id', 'id'],
  notification_actors: ['notification_id'],
  stories: ['author_id', 'id'],
  users: ['id'],
}

// Statements that query every shard on purpose, and merge the newest rows of each.
const everywhere = ['select id, author_id from posts where id < $ order by id desc limit 600']

const withoutNumbers = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/\$\d+/g, '$')

/** Returns the tables that a statement reads or changes without a filter by a sharding key. */
function keyless(text: string): string[] {
  const plain = everywhere.reduce((rest, allowed) => rest.replaceAll(allowed, ''), withoutNumbers(text))
  const named = [...plain.matchAll(/\b(?:from|join|update) ([a-z_]+)(?: (?:as )?([a-z]+))?/g)]
  return named.flatMap(([, table = '', alias = '']) => {
    const columns = keys[table]
    if (!columns) return []
    const isFound = columns.some((column) => {
      const ownColumn = `(?:\\b${alias || table}\\.|\\b${table}\\.|[ (])${column}`
      return new RegExp(`${ownColumn} (?:=|in\\b)|= (?:\\b${alias || table}\\.|\\b${table}\\.)${column}\\b`).test(plain)
    })
    return isFound ? [] : [table]
  })
}

describe('SQL statements of frequently used endpoints', () => {
  const statements = new Map<string, Set<string>>()

  beforeAll(async () => {
    const [reader, author] = [await aUser(server), await aUser(server)]
    await server.call(reader, 'PUT', `/api/users/${author.id}/follow`)
    const post = await aPost(server, author)
    const hot = [
      ['GET', '/api/feed?limit=20'],
      ['GET', `/api/posts/${post.id}`],
      ['PUT', `/api/posts/${post.id}/like`],
      ['DELETE', `/api/posts/${post.id}/like`],
      ['POST', `/api/posts/${post.id}/comments`, { text: 'Hello' }],
      ['GET', `/api/posts/${post.id}/comments`],
      ['GET', '/api/notifications'],
      ['GET', `/api/users/${author.id}/posts`],
      ['GET', `/users/${author.id}`],
      ['GET', '/api/stories'],
    ] as const
    for (const [method, url, body] of hot) {
      const texts = new Set<string>()
      const collect = (work: unknown) => texts.add((work as TracedWork).attributes?.['db.query.text'] ?? '')
      traceChannel.start.subscribe(collect)
      const { status } = await server.call(reader, method, url, body)
      traceChannel.start.unsubscribe(collect)
      if (status >= 300) throw new Error(`${method} ${url} answers ${status}`)
      statements.set(`${method} ${url}`, texts)
    }
  })

  it('filter every sharded table by a sharding key', () => {
    expect([...statements.values()].every((texts) => texts.size > 0)).toBe(true)
    const lacking = [...statements].flatMap(([call, texts]) =>
      [...texts].flatMap((text) => keyless(text).map((table) => `${call}: ${table} in ${withoutNumbers(text)}`)),
    )
    expect(lacking).toEqual([])
  })

  it('include every statement that is listed as an allowed exception', () => {
    const all = [...statements.values()].flatMap((texts) => [...texts].map(withoutNumbers))
    for (const allowed of everywhere) expect(all.some((text) => text.includes(allowed))).toBe(true)
  })

  it('are reported by keyless() if they do not filter by a sharding key', () => {
    expect(keyless('select count(*) from likes l where l.created_at > $1')).toEqual(['likes'])
    expect(keyless('update posts set like_count = 0 where caption = $1')).toEqual(['posts'])
    expect(keyless('select 1 from posts p join likes l on l.post_id = p.id where p.author_id = $1')).toEqual([])
  })
})
