import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Notification, NotificationPage } from '@pawtrait/contract/notifications.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertWorld, type LineWorld, lineWorlds, READER, type WorldIds } from '#testing/database/line-world.ts'
import { aUser } from '#testing/given.ts'
import { notificationsOn } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'
import { selectUnreadOfMany } from './visible-queries.ts'

const server = serverForFile({ PACE: '1000000' })
const { list, unread } = notificationsOn(server)

type Line = LineWorld['lines'][number]
type Actor = Line['actors'][number]

/** The rules in the words of `product.md`, asked one by one of what was drawn. */
function rulesOf({ people, blocks, follows, closeFriends, pets, posts, comments, invites, ...world }: LineWorld) {
  const has = (pairs: LineWorld['blocks'], from: number, to: number) =>
    pairs.some(([a, b]) => a === from && b === to)
  const areBlocked = (first: number, second: number) => has(blocks, first, second) || has(blocks, second, first)
  const follow = (viewer: number) => has(follows, READER, viewer)
  const isThere = (viewer: number) =>
    viewer === READER || (!people[viewer]?.isPending && !people[viewer]?.isDeleted && !areBlocked(READER, viewer))
  const isFor = { everyone: (by: number) => !people[by]?.isPrivate || follow(by), followers: follow }
  const isInAudience = (audience: string, by: number) =>
    audience === 'close-friends' ? has(closeFriends, by, READER) : isFor[audience as keyof typeof isFor](by)
  const isFiltered = (at: number) => {
    const pet = pets[at]
    const named = (world.filtersCats && pet?.species === 'cat') || (world.filtersTerriers && pet?.breed !== '')
    return named && !pet?.people.some(({ who: person }) => person === READER)
  }
  const petIsThere = (at: number) =>
    !pets[at]?.isDeleted && !!pets[at]?.people.some(({ who: person, role }) => role !== 'sitter' && isThere(person))
  const postIsThere = (at: number) => {
    const post = posts[at]
    if (!post || post.isDeleted || !isThere(post.author)) return false
    if (post.author === READER) return true
    const isOut = post.isReady && !post.isArchived && isInAudience(post.audience, post.author)
    return isOut && !post.pets.some(isFiltered)
  }
  const isHeard = (type: Line['type'], { who: person, said: commentAt }: Actor) => {
    const comment = commentAt === null ? undefined : comments[commentAt]
    if (!isThere(person) || !comment || commentAt === null) return isThere(person)
    const answers = comment.parent !== null && comment.parent < commentAt ? comments[comment.parent] : undefined
    const isSilenced = areBlocked(posts[comment.post]?.author ?? READER, comment.author)
    return !comment.isDeleted && !isSilenced && !(type === 'reply' && answers?.isDeleted)
  }
  const heard = ({ type, actors }: Line) => actors.filter((actor) => isHeard(type, actor))
  const hasNoActors = new Set<Line['type']>(['birthday', 'decision', 'report-upheld', 'report-dismissed'])
  const lineIsThere = (line: Line) => {
    const [pet, invite] = [pets[line.pet ?? -1], invites[line.invite ?? -1]]
    const petIsFine = line.type !== 'birthday' || (!pet?.hasDied && !isFiltered(line.pet ?? -1))
    return (
      (hasNoActors.has(line.type) || heard(line).length > 0) &&
      (line.post === null || postIsThere(line.post)) &&
      (line.comment === null || !comments[line.comment]?.isDeleted) &&
      (line.pet === null || (petIsThere(line.pet) && petIsFine)) &&
      (line.invite === null || (!invite?.isClosed && !invite?.isOver))
    )
  }
  return { heard, lineIsThere, petIsThere }
}

/** A line as far as it depends on who may see what. */
type Shown = {
  id: string
  actors: string[]
  actorCount: number
  petName: string | null
  said: string | null
  asOwner: boolean
  unread: boolean
}

/** What the reader is to be shown, in its order. */
function expectedOf(world: LineWorld, ids: WorldIds): Shown[] {
  const { heard, lineIsThere, petIsThere } = rulesOf(world)
  const idOf = (line: Line) => ids.lines[world.lines.indexOf(line)] ?? ''
  const idOfPerson = ({ who: person }: Actor) => ids.people[person] ?? ''
  const later = (a: string, b: string) => (a < b ? 1 : -1)
  const shown = (line: Line): Shown => {
    const actors = heard(line).toSorted((a, b) => a.ago - b.ago || later(idOfPerson(a), idOfPerson(b)))
    const commentAt = actors[0]?.said ?? line.comment
    const pet = world.posts[line.post ?? -1]?.pets.toSorted((a, b) => a - b).find(petIsThere)
    return {
      id: idOf(line),
      actors: actors.slice(0, 2).map(idOfPerson),
      actorCount: actors.length,
      petName: pet === undefined ? null : `Pet ${pet}`,
      said: commentAt === null ? null : `Comment ${commentAt}`,
      asOwner: world.invites[line.invite ?? -1]?.toOwn ?? false,
      unread: !line.isRead,
    }
  }
  const there = world.lines.filter(lineIsThere)
  return there.toSorted((a, b) => a.ago - b.ago || later(idOf(a), idOf(b))).map(shown)
}

const shownIn = ({ id, actors, actorCount, post, comment, asOwner, unread }: Notification): Shown => ({
  id,
  actors: actors.map((actor) => actor.id),
  actorCount,
  petName: post?.petName ?? null,
  said: comment?.text ?? null,
  asOwner,
  unread,
})

it('of lines drawn at random those that are there are shown and counted, with who is there', async () => {
  const { database } = server.deps
  await fc.assert(
    fc.asyncProperty(lineWorlds, async (world) => {
      const reader = await aUser(server)
      const ids = await insertWorld(database, world, reader, server.clock.now())
      const expected = expectedOf(world, ids)
      const pages: NotificationPage[] = []
      for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.cursor ?? null)
        pages.push(await list(reader, `?limit=6${cursor && `&cursor=${cursor}`}`))
      expect(pages.flatMap(({ notifications }) => notifications.map(shownIn))).toEqual(expected)
      const count = expected.filter((line) => line.unread).length
      const others = [...ids.people.slice(READER + 1), reader.id] as UserId[]
      const ofMany = await selectUnreadOfMany(database, others, server.clock.now())
      expect(pages.map((page) => page.unread)).toEqual(pages.map(() => count))
      expect([await unread(reader), ofMany.find(({ userId }) => userId === reader.id)?.unread]).toEqual([count, count])
    }),
    { numRuns: 20 },
  )
})
