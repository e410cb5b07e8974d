import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PetId, PhotoId, StoryId, StoryReplyId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import type { OwnStory, StoryReply } from '@pawtrait/contract/stories.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  allPetsPassAnimalFilters,
  blockedStoryLikeCount,
  blockedStoryViewCount,
  isPetVisible,
  isStoryUnfiltered,
  isStoryVisible,
  isUserVisible,
} from '#features/blocks/visibility.sql.ts'
import type { StoredStoryComposition } from '#features/media/stage/photo-stage.ts'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import { isRoleActive } from '#features/pets/pet-fragments.sql.ts'
import type { PermittedPetId } from '#features/pets/require-pet-permission.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { VisiblePetId } from '#features/pets/visible-pet.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { VisibleUserId } from '#features/users/account/visible-user.ts'
import type { TimedKey } from '#platform/database/cursor.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { minIdAt } from '#platform/database/id.ts'
import type { OwnStoryId, VisibleStoryId } from './visible-story.ts'

/** Returns a lower bound for the ids of all stories that are active at the instant. */
export const firstActiveStoryId = (now: Date) => minIdAt(new Date(now.getTime() - DAY_MS))

export type StoryRow = {
  id: StoryId
  caption: string
  alt: string
  composition: StoredStoryComposition | null
  audience: Audience
  allowsReplies: boolean
  isReady: boolean
  postedAt: string
  expiresAt: string
  authorId: UserId
  username: string
  fullname: string
  imageName: string | null
  photo: PhotoRow
  pets: PetCardRow[]
  seenByMe: boolean
  pawedByMe: boolean
  own: OwnStory | null
}

const storyColumns = (viewer: UserId | null) => sql`
  s.id, s.caption, s.alt, s.composition, s.audience, s.allows_replies as "allowsReplies", s.is_ready as "isReady",
  s.posted_at as "postedAt", s.expires_at as "expiresAt", a.id as "authorId", a.username, a.fullname,
  a.image_name as "imageName",
  json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width, 'height', ph.height,
    'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths, 'avifWidths', ph.avif_widths,
    'isPublic', ph.is_public, 'epoch', ${urlEpoch('ph')}) as photo,
  coalesce((select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'species', t.species,
      'breed', t.breed, 'birthday', case when t.died_on is null then t.birthday end,
      'backdrop', t.backdrop, 'portraitName', r.name) order by t.id)
    from story_pets st join pets t on t.id = st.pet_id left join photos r on r.id = t.portrait_id
    where st.story_id = s.id and ${isPetVisible(viewer, 't')}), '[]') as pets,
  coalesce(s.author_id = ${viewer} or v.user_id is not null, false) as "seenByMe",
  v.pawed_at is not null as "pawedByMe",
  case when s.author_id = ${viewer} then json_build_object(
    'viewCount', s.view_count - ${blockedStoryViewCount(viewer, sql`s.id`, sql`s.view_count`)},
    'pawCount', s.paw_count - ${blockedStoryLikeCount(viewer, sql`s.id`, sql`s.view_count`)},
    'replyCount', (select count(*) from story_replies sr join users ru on ru.id = sr.author_id
      where sr.story_id = s.id and ${isUserVisible(viewer, 'ru')}),
    'keptOn', (select coalesce(json_agg(h.pet_id order by h.kept_at), '[]') from story_highlights h
      join pets hp on hp.id = h.pet_id where h.story_id = s.id and hp.deleted_at is null)) end as own`

const storyTables = (viewer: UserId | null) => sql`
  stories s join users a on a.id = s.author_id join photos ph on ph.id = s.photo_id
    left join story_views v on v.story_id = s.id and v.user_id = ${viewer}`

export const selectStory = (db: Db, viewer: UserId | null, id: StoryId, now: Date) =>
  db.row<StoryRow>(sql`
    select ${storyColumns(viewer)} from ${storyTables(viewer)}
    where s.id = ${id} and ${isStoryVisible(viewer, 's', 'a', now)}`)

/** Returns at most 100 active stories of a user, oldest first. Omits stories that the viewer hides or filters. */
export const selectActiveStories = (db: Db, viewer: UserId | null, author: VisibleUserId, now: Date) =>
  db.rows<StoryRow>(sql`
    select ${storyColumns(viewer)} from ${storyTables(viewer)}
    where s.author_id = ${author} and s.id >= ${firstActiveStoryId(now)} and s.expires_at > ${now.toISOString()}
      and ${isStoryVisible(viewer, 's', 'a', now)} and ${isStoryUnfiltered(viewer, 's', now)} order by s.id limit 100`)

/** Returns highlights of a pet, last added first, after a position in the list. */
export const selectHighlights = (
  db: Db,
  viewer: UserId | null,
  pet: VisiblePetId,
  { after, limit, now }: { after: TimedKey | undefined; limit: number; now: Date },
) =>
  db.rows<StoryRow & { at: string }>(sql`
    select ${storyColumns(viewer)}, k.kept_at as at
    from story_highlights k join ${storyTables(viewer)} on s.id = k.story_id
    where k.pet_id = ${pet} and ${isStoryVisible(viewer, 's', 'a', now)}
      and (s.author_id = ${viewer}
        or ${allPetsPassAnimalFilters(viewer, sql`select pet_id from story_pets where story_id = s.id`)})
      ${after ? sql`and (k.kept_at, k.story_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by k.kept_at desc, k.story_id desc limit ${limit}::int`)

export const selectVisibleStory = (db: Db, viewer: UserId | null, id: StoryId, now: Date) =>
  db.row<{ authorId: UserId; allowsReplies: boolean }>(sql`
    select s.author_id as "authorId", s.allows_replies as "allowsReplies"
    from stories s join users a on a.id = s.author_id
    where s.id = ${id} and ${isStoryVisible(viewer, 's', 'a', now)}`)

export type NewStoryRow = {
  id: StoryId
  author: UserId
  photo: PhotoId
  caption: string
  alt: string
  composition: StoredStoryComposition | null
  audience: Audience
  allowsReplies: boolean
  pets: readonly PetId[]
  now: Date
}

export const insertStory = (db: Db, s: NewStoryRow) =>
  db.rows(sql`
    with story as (
      insert into stories (id, author_id, photo_id, caption, alt, composition, audience, allows_replies, is_ready,
        posted_at, expires_at)
      values (${s.id}, ${s.author}, ${s.photo}, ${s.caption}, ${s.alt},
        ${s.composition && JSON.stringify(s.composition)}::text::jsonb, ${s.audience}, ${s.allowsReplies}, false,
        ${s.now.toISOString()}, ${new Date(s.now.getTime() + DAY_MS).toISOString()}) returning id)
    insert into story_pets (story_id, pet_id) select story.id, pet from story, unnest(${idArray(s.pets)}::uuid[]) pet`)

export const selectPetOnPlate = (db: Db, pet: PetId) =>
  db.row<Pick<PetCard, 'name' | 'species' | 'breed' | 'backdrop'> & { portrait: string | null }>(sql`
    select p.name, p.species, p.breed, p.backdrop, ph.name as portrait
    from pets p left join photos ph on ph.id = p.portrait_id where p.id = ${pet} and p.deleted_at is null`)

/** Serialises story creation per author, so that the quota holds under concurrency. */
export const lockStoryAuthor = (db: Db, author: UserId) =>
  db.rows(sql`select 1 from users where id = ${author} for no key update`)

export const selectActiveStoryCount = (db: Db, author: UserId, now: Date) =>
  db.row<{ count: number; nextEnd: string | null }>(sql`
    select count(*)::int as count, min(expires_at) as "nextEnd" from stories
    where author_id = ${author} and id >= ${firstActiveStoryId(now)} and expires_at > ${now.toISOString()}`)

/** Marks the story as ready if its photo is ready. Returns the author only if the story was not ready before. */
export const markStoryReady = (db: Db, id: StoryId) =>
  db.row<{ authorId: UserId }>(sql`
    update stories s set is_ready = true from photos ph
    where s.id = ${id} and not s.is_ready and ph.id = s.photo_id and ph.state = 'ready'
    returning s.author_id as "authorId"`)

export const selectStoryOfPhoto = (db: Db, photo: PhotoId) =>
  db.row<{ id: StoryId; authorId: UserId; state: PhotoRow['state'] }>(sql`
    select s.id, s.author_id as "authorId", ph.state from stories s join photos ph on ph.id = s.photo_id
    where s.photo_id = ${photo}`)

/** Fields of a deleted story that determine which users could see it. */
export type DeletedStory = { authorId: UserId; audience: Audience; isReady: boolean; pets: PetId[] }

/** Deletes a story with its views and highlights; replies remain. The caller must delete the photo that is returned. */
export const deleteStoryRow = (db: Db, id: OwnStoryId) =>
  db.row<DeletedStory & { photo: PhotoId }>(sql`
    delete from stories s where s.id = ${id}
    returning s.photo_id as photo, s.author_id as "authorId", s.audience, s.is_ready as "isReady",
      (select coalesce(json_agg(sp.pet_id), '[]') from story_pets sp where sp.story_id = s.id) as pets`)

// Views and paws: each statement changes the row and the story's counter, so that the counter is always correct.

/** Inserts and counts a view; returns undefined when the story has just been deleted. */
export const insertStoryView = (db: Db, story: VisibleStoryId, user: UserId, now: Date) =>
  db.row<{ pawedByMe: boolean }>(sql`
    with added as (
      insert into story_views (story_id, user_id, viewed_at)
      select id, ${user}::uuid, ${now.toISOString()}::timestamptz from stories where id = ${story} for key share
      on conflict do nothing returning 1),
    counted as (update stories set view_count = view_count + 1 where id = ${story} and exists (select 1 from added))
    select coalesce((select v.pawed_at is not null from story_views v
      where v.story_id = s.id and v.user_id = ${user}), false) as "pawedByMe" from stories s where s.id = ${story}`)

/** Inserts a paw and a view. `changed` is true if the paw is new. Returns undefined if the story was just deleted. */
export const insertPaw = (db: Db, story: VisibleStoryId, user: UserId, now: Date) =>
  db.row<{ changed: boolean }>(sql`
    with put as (
      insert into story_views as v (story_id, user_id, viewed_at, pawed_at)
      select id, ${user}::uuid, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from stories where id = ${story} for key share
      on conflict (story_id, user_id) do update set pawed_at = excluded.pawed_at where v.pawed_at is null
      returning xmax = 0 as added)
    update stories set paw_count = paw_count + (select count(*) from put),
      view_count = view_count + (select count(*) from put where added)
    where id = ${story} returning exists (select 1 from put) as changed`)

/** Removes the user's paw, whether or not they can still see the story. */
export const deletePaw = (db: Db, story: StoryId, user: UserId) =>
  db.row<{ changed: boolean; seen: boolean }>(sql`
    with taken as (
      update story_views set pawed_at = null
      where story_id = ${story} and user_id = ${user} and pawed_at is not null returning 1)
    update stories s set paw_count = paw_count - (select count(*) from taken) where s.id = ${story}
    returning exists (select 1 from taken) as changed,
      exists (select 1 from story_views v where v.story_id = s.id and v.user_id = ${user}) as seen`)

/** Inserts a reply; returns undefined when the story has just been deleted. */
export const insertReply = (
  db: Db,
  story: VisibleStoryId,
  reply: { id: StoryReplyId; author: UserId; text: string; now: Date },
) =>
  db.row<StoryReply>(sql`
    insert into story_replies (id, story_id, author_id, recipient_id, text, created_at)
    select ${reply.id}::uuid, s.id, ${reply.author}::uuid, s.author_id, ${reply.text},
      ${reply.now.toISOString()}::timestamptz
    from stories s where s.id = ${story} for key share
    returning id, text, created_at as "createdAt"`)

export const selectOwnReply = (db: Db, id: StoryReplyId, author: UserId) =>
  db.row<StoryReply>(sql`
    select id, text, created_at as "createdAt" from story_replies where id = ${id} and author_id = ${author}`)

/** Serialises highlights per pet, so that the limit holds under concurrency. */
export const lockHighlights = (db: Db, pet: PermittedPetId<'highlight'>) =>
  db.rows(sql`select 1 from pets where id = ${pet} for no key update`)

export const selectHighlightCount = async (db: Db, pet: PermittedPetId<'highlight'>) =>
  (await db.row<{ n: number }>(sql`select count(*)::int as n from story_highlights where pet_id = ${pet}`))?.n ?? 0

/** Inserts a highlight. `added`: the highlight is new. Returns undefined when the story has just been deleted. */
export const insertHighlight = (db: Db, story: OwnStoryId, pet: PermittedPetId<'highlight'>, now: Date) =>
  db.row<{ added: boolean }>(sql`
    with there as (select id from stories where id = ${story} for key share),
    kept as (insert into story_highlights (pet_id, story_id, kept_at)
      select ${pet}::uuid, id, ${now.toISOString()}::timestamptz from there on conflict do nothing returning 1)
    select exists (select 1 from kept) as added from there`)

/** Returns a row if the pet has this highlight and the user cares for the pet. */
export const selectHighlightOfOwnPet = (db: Db, user: UserId, story: StoryId, pet: PetId, now: Date) =>
  db.row(sql`
    select 1 from story_highlights k join pet_people c on c.pet_id = k.pet_id
    where k.story_id = ${story} and k.pet_id = ${pet} and c.user_id = ${user}
      and ${isRoleActive('c', now)}`)

export const deleteHighlight = (db: Db, story: StoryId, pet: PetId) =>
  db.row<{ pet: PetId }>(sql`
    delete from story_highlights where story_id = ${story} and pet_id = ${pet} returning pet_id as pet`)

export type StoryViewerRow = UserCardRow & {
  viewedAt: string
  pawed: boolean
  replies: StoryReply[]
}

const isoUtc = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns a page of users who saw the story, latest first, each with at most ten replies. */
export const selectStoryViewers = (
  db: Db,
  viewer: UserId,
  story: OwnStoryId,
  after: TimedKey | undefined,
  limit: number,
) =>
  db.rows<StoryViewerRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", v.viewed_at as "viewedAt",
      v.pawed_at is not null as pawed,
      (select coalesce(json_agg(json_build_object('id', r.id, 'text', r.text, 'createdAt', ${isoUtc(sql`r.created_at`)})
          order by r.id), '[]') from (
        select * from story_replies where story_id = ${story} and author_id = u.id order by id desc limit 10) r)
        as replies
    from story_views v join users u on u.id = v.user_id
    where v.story_id = ${story} and ${isUserVisible(viewer, 'u')}
      ${after ? sql`and (v.viewed_at, v.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by v.viewed_at desc, v.user_id desc limit ${limit}::int`)
