import type { Birthday } from '@pawtrait/contract/pets/pet-days.ts'
import { toPetCard } from '#features/pets/view.ts'
import { getPostsByIds } from '#features/posts/read-posts.ts'
import type { UserContext } from '#platform/context.ts'
import { selectBirthdays } from './birthday-queries.ts'

/**
 * Returns at most three followed pets with a birthday today. For each pet, also returns the newest post in each of its
 * last 4 years.
 */
export async function listBirthdays(ctx: UserContext): Promise<{ birthdays: Birthday[] }> {
  const rows = await selectBirthdays(ctx.db, ctx.viewer, ctx.now)
  const posts = await getPostsByIds(
    ctx,
    rows.flatMap(({ ages }) => ages.map(({ id }) => id)),
  )
  const postsById = new Map(posts.map((post) => [post.id, post]))
  const birthdays = rows.map(({ day, years, people, paws, pawedByMe, ages, ...pet }) => ({
    pet: toPetCard(pet),
    day,
    years,
    people,
    paws,
    pawedByMe,
    ages: ages.flatMap(({ age, id }) => {
      const post = postsById.get(id)
      return post ? [{ age, post }] : []
    }),
  }))
  return { birthdays }
}
