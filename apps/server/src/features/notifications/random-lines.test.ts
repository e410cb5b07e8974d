import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Notification, NotificationPage } from '@pawtrait/contract/notifications.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  arbitraryFixtures,
  type FixtureIds,
  insertFixtures,
  type NotificationFixtures,
  READER_INDEX,
} from '#testing/database/notification-fixtures.ts'
import { aUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'
import { selectUnreadCounts } from './visible-notification-queries.ts'

const server = serverForFile({ PACE: '1000000' })
const { list, unread } = notificationHelpersFor(server)

type Line = NotificationFixtures['lines'][number]
type Actor = Line['actors'][number]

/** Implements the visibility rules of notifications a second time, to compare both implementations on random data. */
function createRules({
  people,
  blocks,
  follows,
  closeFriends,
  pets,
  posts,
  comments,
  invites,
  ...world
}: NotificationFixtures) {
  const includesPair = (pairs: NotificationFixtures['blocks'], from: number, to: number) =>
    pairs.some(([a, b]) => a === from && b === to)
  const areBlocked = (first: number, second: number) =>
    includesPair(blocks, first, second) || includesPair(blocks, second, first)
  const follow = (person: number) => includesPair(follows, READER_INDEX, person)
  const isVisibleUser = (person: number) =>
    person === READER_INDEX ||
    (!people[person]?.isPending && !people[person]?.isDeleted && !areBlocked(READER_INDEX, person))
  const audienceRules = { everyone: (by: number) => !people[by]?.isPrivate || follow(by), followers: follow }
  const isInAudience = (audience: string, by: number) =>
    audience === 'close-friends'
      ? includesPair(closeFriends, by, READER_INDEX)
      : audienceRules[audience as keyof typeof audienceRules](by)
  const isFiltered = (at: number) => {
    const pet = pets[at]
    const matchesFilter = (world.filtersCats && pet?.species === 'cat') || (world.filtersTerriers && pet?.breed !== '')
    return matchesFilter && !pet?.people.some(({ who: person }) => person === READER_INDEX)
  }
  const isVisiblePet = (at: number) =>
    !pets[at]?.isDeleted &&
    !!pets[at]?.people.some(({ who: person, role }) => role !== 'sitter' && isVisibleUser(person))
  const isVisiblePost = (at: number) => {
    const post = posts[at]
    if (!post || post.isDeleted || !isVisibleUser(post.author)) return false
    if (post.author === READER_INDEX) return true
    const isPublished = post.isReady && !post.isArchived && isInAudience(post.audience, post.author)
    return isPublished && !post.pets.some(isFiltered)
  }
  const isVisibleActor = (type: Line['type'], { who: person, said: commentAt }: Actor) => {
    const comment = commentAt === null ? undefined : comments[commentAt]
    if (!isVisibleUser(person) || !comment || commentAt === null) return isVisibleUser(person)
    const parentComment = comment.parent !== null && comment.parent < commentAt ? comments[comment.parent] : undefined
    const isSilenced = areBlocked(posts[comment.post]?.author ?? READER_INDEX, comment.author)
    return !comment.isDeleted && !isSilenced && !(type === 'reply' && parentComment?.isDeleted)
  }
  const visibleActors = ({ type, actors }: Line) => actors.filter((actor) => isVisibleActor(type, actor))
  const hasNoActors = new Set<Line['type']>(['birthday', 'decision', 'report-upheld', 'report-dismissed'])
  const isVisibleLine = (line: Line) => {
    const [pet, invite] = [pets[line.pet ?? -1], invites[line.invite ?? -1]]
    const isBirthdayVisible = line.type !== 'birthday' || (!pet?.hasDied && !isFiltered(line.pet ?? -1))
    return (
      (hasNoActors.has(line.type) || visibleActors(line).length > 0) &&
      (line.post === null || isVisiblePost(line.post)) &&
      (line.comment === null || !comments[line.comment]?.isDeleted) &&
      (line.pet === null || (isVisiblePet(line.pet) && isBirthdayVisible)) &&
      (line.invite === null || (!invite?.isClosed && !invite?.isOver))
    )
  }
  return { visibleActors, isVisibleLine, isVisiblePet }
}

/** Fields of a notification that depend on visibility. */
type Shown = {
  id: string
  actors: string[]
  actorCount: number
  petName: string | null
  said: string | null
  asOwner: boolean
  unread: boolean
}

/** Returns the notifications that the reader must see, in order. */
function computeExpected(world: NotificationFixtures, ids: FixtureIds): Shown[] {
  const { visibleActors, isVisibleLine, isVisiblePet } = createRules(world)
  const getId = (line: Line) => ids.lines[world.lines.indexOf(line)] ?? ''
  const getPersonId = ({ who: person }: Actor) => ids.people[person] ?? ''
  const compareDescending = (a: string, b: string) => (a < b ? 1 : -1)
  const toExpected = (line: Line): Shown => {
    const actors = visibleActors(line).toSorted(
      (a, b) => a.ago - b.ago || compareDescending(getPersonId(a), getPersonId(b)),
    )
    const commentAt = actors[0]?.said ?? line.comment
    const pet = world.posts[line.post ?? -1]?.pets.toSorted((a, b) => a - b).find(isVisiblePet)
    return {
      id: getId(line),
      actors: actors.slice(0, 2).map(getPersonId),
      actorCount: actors.length,
      petName: pet === undefined ? null : `Pet ${pet}`,
      said: commentAt === null ? null : `Comment ${commentAt}`,
      asOwner: world.invites[line.invite ?? -1]?.toOwn ?? false,
      unread: !line.isRead,
    }
  }
  const visibleLines = world.lines.filter(isVisibleLine)
  return visibleLines.toSorted((a, b) => a.ago - b.ago || compareDescending(getId(a), getId(b))).map(toExpected)
}

const toShown = ({ id, actors, actorCount, post, comment, asOwner, unread }: Notification): Shown => ({
  id,
  actors: actors.map((actor) => actor.id),
  actorCount,
  petName: post?.petName ?? null,
  said: comment?.text ?? null,
  asOwner,
  unread,
})

it('GET /api/notifications returns and counts exactly the notifications that are visible in random data', async () => {
  const { database } = server.deps
  await fc.assert(
    fc.asyncProperty(arbitraryFixtures, async (world) => {
      const reader = await aUser(server)
      const ids = await insertFixtures(database, world, reader, server.clock.now())
      const expected = computeExpected(world, ids)
      const pages: NotificationPage[] = []
      for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.cursor ?? null)
        pages.push(await list(reader, `?limit=6${cursor && `&cursor=${cursor}`}`))
      expect(pages.flatMap(({ notifications }) => notifications.map(toShown))).toEqual(expected)
      const count = expected.filter((line) => line.unread).length
      const others = [...ids.people.slice(READER_INDEX + 1), reader.id] as UserId[]
      const batchCounts = await selectUnreadCounts(database, others, server.clock.now())
      expect(pages.map((page) => page.unread)).toEqual(pages.map(() => count))
      expect([await unread(reader), batchCounts.find(({ userId }) => userId === reader.id)?.unread]).toEqual([
        count,
        count,
      ])
    }),
    { numRuns: 20 },
  )
})
