import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { MentionHit } from '@pawtrait/contract/mention-hits.ts'
import { namesIn } from '@pawtrait/contract/mentions.ts'
import { mediaAddress } from '#features/users/account/media-address.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { Context, UserContext } from '#platform/context.ts'
import {
  type Named,
  type PetHitRow,
  selectNearPets,
  selectNearUsers,
  selectOtherUsers,
  selectPattern,
  selectRealNames,
  selectTags,
  selectUsersNamed,
} from './queries.ts'

// As many as looks at what is here (security.md §3.4, search): somebody who types, not somebody who reads us out.
const MOST = 8
const MOST_PETS = 3
// One letter names half of everybody: only those near are worth reading.
const LETTERS_FOR_ALL = 2
/** The users a text names whom the writer sees, without the writer; the first 20 names count. */
export async function usersNamedIn(ctx: Pick<UserContext, 'db' | 'viewer'>, text: string): Promise<UserId[]> {
  const names = namesIn(text)
  return names.length > 0 ? (await selectUsersNamed(ctx.db, ctx.viewer, names)).map(({ id }) => id) : []
}

/** Says which of the names in a text are real: a part of an answer that is left out where none is. */
export type RealNamesOf = (text: string) => { names?: string[] }

/**
 * Those of these names that are users' whom the viewer sees: one statement for all, none when there are none. To be
 * asked for each answer and kept by nobody: users are renamed, deleted and blocked, and others sign up.
 */
export async function realNames(
  ctx: Pick<Context, 'db' | 'viewer'>,
  names: readonly string[],
): Promise<(of: readonly string[]) => { names?: string[] }> {
  const asked = [...new Set(names)]
  const real = new Set(asked.length > 0 ? await selectRealNames(ctx.db, ctx.viewer, asked) : [])
  return (of) => {
    const found = real.size > 0 ? of.filter((name) => real.has(name)) : []
    return found.length > 0 ? { names: found } : {}
  }
}

/** Which users these texts name whom the viewer sees; as `realNames`. */
export async function realNamesIn(ctx: Pick<Context, 'db' | 'viewer'>, texts: readonly string[]): Promise<RealNamesOf> {
  const namesOf = await realNames(ctx, texts.flatMap(namesIn))
  return (text) => namesOf(namesIn(text))
}

/** Of the users a text names, those its earlier words did not name. */
export async function newlyNamed(
  ctx: Pick<UserContext, 'db' | 'viewer'>,
  before: string,
  text: string,
): Promise<UserId[]> {
  const named = await usersNamedIn(ctx, text)
  if (named.length === 0) return named
  const were = new Set(await usersNamedIn(ctx, before))
  return named.filter((id) => !were.has(id))
}

const nothing = { detail: '', image: null, species: null, backdrop: null, postCount: null }

const userHit = ({ id, username, fullname, imageName }: UserCardRow): MentionHit => ({
  ...nothing,
  id,
  type: 'user',
  name: username,
  detail: fullname,
  image: mediaAddress(imageName),
})

const petHit = ({ id, name, breed, species, backdrop, portraitName }: PetHitRow): MentionHit => ({
  ...nothing,
  ...{ id, name, species, backdrop },
  type: 'pet',
  detail: breed,
  image: mediaAddress(portraitName),
})

/** Near ones first; everybody else only where these leave room. */
async function usersNear(ctx: UserContext, named: Named, letters: number, room: number): Promise<UserCardRow[]> {
  const near = await selectNearUsers(ctx.db, named)
  const known = new Set(near.map(({ id }) => id))
  const others =
    near.length < room && letters >= LETTERS_FOR_ALL
      ? (await selectOtherUsers(ctx.db, named)).filter(({ id }) => !known.has(id))
      : []
  return [...near, ...others].slice(0, room)
}

type Asked = { q: string; post?: PostId | undefined; only?: 'users' | undefined }

/**
 * What could be meant by a name that is being typed after `@` or `#`, at most 8; `post`: the one it is said under;
 * `only`: no pets.
 * @throws Problem 'too-many-requests' above 120 a minute.
 */
export async function suggestMentions(ctx: UserContext, { q, post, only }: Asked): Promise<{ hits: MentionHit[] }> {
  await limitRate(ctx, 'mentions')
  const typed = q.slice(1).trim()
  const named = { viewer: ctx.viewer, pattern: await selectPattern(ctx.db, typed), post, most: MOST }
  if (q.startsWith('@')) {
    const pets = only === 'users' ? [] : await selectNearPets(ctx.db, { ...named, most: MOST_PETS })
    const users = await usersNear(ctx, named, typed.length, MOST - pets.length)
    return { hits: [...users.map(userHit), ...pets.map(petHit)] }
  }
  const tags = typed === '' ? [] : await selectTags(ctx.db, named)
  return {
    hits: tags.map(({ tag, posts }) => ({ ...nothing, id: tag, type: 'tag', name: tag, postCount: posts })),
  }
}
