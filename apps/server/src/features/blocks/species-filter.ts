import type { SpeciesFilter } from '@pawtrait/contract/blocks.ts'
import type { UserContext } from '#platform/context.ts'
import { replaceFilter, selectFilter } from './queries.ts'

export async function setSpeciesFilter(ctx: UserContext, { species, words }: SpeciesFilter): Promise<SpeciesFilter> {
  await ctx.transaction(({ db }) => replaceFilter(db, ctx.viewer, { species, words }, ctx.now))
  return getSpeciesFilter(ctx)
}

export async function getSpeciesFilter(ctx: UserContext): Promise<SpeciesFilter> {
  const rows = await selectFilter(ctx.db, ctx.viewer)
  return {
    species: rows.flatMap(({ species }) => (species ? [species] : [])),
    words: rows.flatMap(({ word }) => (word ? [word] : [])),
  }
}
