import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { MentionSuggestion } from '@pawtrait/contract/mention-suggestions.ts'
import { findMentionedUsernames } from '@pawtrait/contract/text/mentions.ts'
import { smallImageUrl } from '#features/users/account/small-image-url.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { Context, UserContext } from '#platform/context.ts'
import {
  type NamePrefixQuery,
  type PetSuggestionRow,
  selectConnectedPets,
  selectConnectedUsers,
  selectExistingNames,
  selectPrefixPattern,
  selectTagsByPrefix,
  selectUsersByNamePrefix,
  selectUsersByUsername,
} from './queries.ts'

const MAX_SUGGESTIONS = 8
const MAX_PETS = 3
// One letter matches too many users. Terms below this length match only participants, followed users and followers.
const LETTERS_FOR_ALL = 2

/** Returns the visible users mentioned in a text, except its writer. Ignores names after the first 20. */
export async function findMentionedUsers(ctx: Pick<UserContext, 'db' | 'viewer'>, text: string): Promise<UserId[]> {
  const names = findMentionedUsernames(text)
  return names.length > 0 ? (await selectUsersByUsername(ctx.db, ctx.viewer, names)).map(({ id }) => id) : []
}

/** Returns the response field `names` for a text: the mentioned users who exist. Omits the field if there are none. */
export type MentionFinder = (text: string) => { names?: string[] }

/** Looks up which names belong to visible users, in one query. Do not cache the result, because usernames change. */
export async function loadUsernameFilter(
  ctx: Pick<Context, 'db' | 'viewer'>,
  names: readonly string[],
): Promise<(of: readonly string[]) => { names?: string[] }> {
  const distinct = [...new Set(names)]
  const real = new Set(distinct.length > 0 ? await selectExistingNames(ctx.db, ctx.viewer, distinct) : [])
  return (of) => {
    const found = real.size > 0 ? of.filter((name) => real.has(name)) : []
    return found.length > 0 ? { names: found } : {}
  }
}

/** Looks up the mentions of all texts in one query. Returns a function that gives the mentioned users of a text. */
export async function loadMentionFinder(
  ctx: Pick<Context, 'db' | 'viewer'>,
  texts: readonly string[],
): Promise<MentionFinder> {
  const namesOf = await loadUsernameFilter(ctx, texts.flatMap(findMentionedUsernames))
  return (text) => namesOf(findMentionedUsernames(text))
}

/** Returns the users mentioned in a text, without those mentioned in its earlier version. */
export async function findNewlyMentionedUsers(
  ctx: Pick<UserContext, 'db' | 'viewer'>,
  before: string,
  text: string,
): Promise<UserId[]> {
  const named = await findMentionedUsers(ctx, text)
  if (named.length === 0) return named
  const earlier = new Set(await findMentionedUsers(ctx, before))
  return named.filter((id) => !earlier.has(id))
}

const emptyHit = { detail: '', image: null, species: null, backdrop: null, postCount: null }

const userHit = ({ id, username, fullname, imageName }: UserCardRow): MentionSuggestion => ({
  ...emptyHit,
  id,
  type: 'user',
  name: username,
  detail: fullname,
  image: smallImageUrl(imageName),
})

const petHit = ({ id, name, breed, species, backdrop, portraitName }: PetSuggestionRow): MentionSuggestion => ({
  ...emptyHit,
  ...{ id, name, species, backdrop },
  type: 'pet',
  detail: breed,
  image: smallImageUrl(portraitName),
})

async function usersNear(
  ctx: UserContext,
  named: NamePrefixQuery,
  letters: number,
  room: number,
): Promise<UserCardRow[]> {
  const near = await selectConnectedUsers(ctx.db, named)
  const known = new Set(near.map(({ id }) => id))
  const others =
    near.length < room && letters >= LETTERS_FOR_ALL
      ? (await selectUsersByNamePrefix(ctx.db, named)).filter(({ id }) => !known.has(id))
      : []
  return [...near, ...others].slice(0, room)
}

type MentionRequest = { q: string; post?: PostId | undefined; only?: 'users' | undefined }

/** Suggests at most 8 names after `@` or `#`; `only: 'users'` omits pets. @throws Problem 'too-many-requests' */
export async function suggestMentions(
  ctx: UserContext,
  { q, post, only }: MentionRequest,
): Promise<{ hits: MentionSuggestion[] }> {
  await enforceRateLimit(ctx, 'mentions')
  const typed = q.slice(1).trim()
  const named = { viewer: ctx.viewer, pattern: await selectPrefixPattern(ctx.db, typed), post, most: MAX_SUGGESTIONS }
  if (q.startsWith('@')) {
    const pets = only === 'users' ? [] : await selectConnectedPets(ctx.db, { ...named, most: MAX_PETS })
    const users = await usersNear(ctx, named, typed.length, MAX_SUGGESTIONS - pets.length)
    return { hits: [...users.map(userHit), ...pets.map(petHit)] }
  }
  const tags = typed === '' ? [] : await selectTagsByPrefix(ctx.db, named)
  return {
    hits: tags.map(({ tag, posts }) => ({ ...emptyHit, id: tag, type: 'tag', name: tag, postCount: posts })),
  }
}
