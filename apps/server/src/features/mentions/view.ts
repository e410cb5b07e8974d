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
const MIN_LETTERS_FOR_ALL_USERS = 2

/** Returns the visible users mentioned in a text, except the viewer. Ignores usernames after the first 20. */
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
): Promise<(mentionedNames: readonly string[]) => { names?: string[] }> {
  const distinctNames = [...new Set(names)]
  const existingNames = new Set(
    distinctNames.length > 0 ? await selectExistingNames(ctx.db, ctx.viewer, distinctNames) : [],
  )
  return (mentionedNames) => {
    const visibleNames = existingNames.size > 0 ? mentionedNames.filter((name) => existingNames.has(name)) : []
    return visibleNames.length > 0 ? { names: visibleNames } : {}
  }
}

/** Looks up the mentions of all texts in one query. Returns a function that gives the mentioned users of a text. */
export async function loadMentionFinder(
  ctx: Pick<Context, 'db' | 'viewer'>,
  texts: readonly string[],
): Promise<MentionFinder> {
  const filterNames = await loadUsernameFilter(ctx, texts.flatMap(findMentionedUsernames))
  return (text) => filterNames(findMentionedUsernames(text))
}

/** Returns the users mentioned in a text, except users already mentioned in its earlier version. */
export async function findNewlyMentionedUsers(
  ctx: Pick<UserContext, 'db' | 'viewer'>,
  before: string,
  text: string,
): Promise<UserId[]> {
  const mentionedUsers = await findMentionedUsers(ctx, text)
  if (mentionedUsers.length === 0) return mentionedUsers
  const earlierUsers = new Set(await findMentionedUsers(ctx, before))
  return mentionedUsers.filter((id) => !earlierUsers.has(id))
}

const emptySuggestion = { detail: '', image: null, species: null, backdrop: null, postCount: null }

const toUserSuggestion = ({ id, username, fullname, imageName }: UserCardRow): MentionSuggestion => ({
  ...emptySuggestion,
  id,
  type: 'user',
  name: username,
  detail: fullname,
  image: smallImageUrl(imageName),
})

const toPetSuggestion = ({
  id,
  name,
  breed,
  species,
  backdrop,
  portraitName,
}: PetSuggestionRow): MentionSuggestion => ({
  ...emptySuggestion,
  ...{ id, name, species, backdrop },
  type: 'pet',
  detail: breed,
  image: smallImageUrl(portraitName),
})

async function findUsersByPrefix(
  ctx: UserContext,
  query: NamePrefixQuery,
  letters: number,
  limit: number,
): Promise<UserCardRow[]> {
  const connectedUsers = await selectConnectedUsers(ctx.db, query)
  const connectedIds = new Set(connectedUsers.map(({ id }) => id))
  const otherUsers =
    connectedUsers.length < limit && letters >= MIN_LETTERS_FOR_ALL_USERS
      ? (await selectUsersByNamePrefix(ctx.db, query)).filter(({ id }) => !connectedIds.has(id))
      : []
  return [...connectedUsers, ...otherUsers].slice(0, limit)
}

type MentionRequest = { q: string; post?: PostId | undefined; only?: 'users' | undefined }

/**
 * Returns at most 8 suggestions: users and pets after `@`, tags after `#`. `only: 'users'` omits pets.
 * @throws Problem 'too-many-requests'
 */
export async function suggestMentions(
  ctx: UserContext,
  { q, post, only }: MentionRequest,
): Promise<{ hits: MentionSuggestion[] }> {
  await enforceRateLimit(ctx, 'mentions')
  const term = q.slice(1).trim()
  const query = { viewer: ctx.viewer, pattern: await selectPrefixPattern(ctx.db, term), post, limit: MAX_SUGGESTIONS }
  if (q.startsWith('@')) {
    const pets = only === 'users' ? [] : await selectConnectedPets(ctx.db, { ...query, limit: MAX_PETS })
    const users = await findUsersByPrefix(ctx, query, term.length, MAX_SUGGESTIONS - pets.length)
    return { hits: [...users.map(toUserSuggestion), ...pets.map(toPetSuggestion)] }
  }
  const tags = term === '' ? [] : await selectTagsByPrefix(ctx.db, query)
  return {
    hits: tags.map(({ tag, posts }) => ({ ...emptySuggestion, id: tag, type: 'tag', name: tag, postCount: posts })),
  }
}
