import type { SpeciesFilter } from '@pawtrait/contract/blocks.ts'
import type { UserContext } from '#platform/context.ts'
import { replaceSpeciesFilter, selectSpeciesFilter } from './queries.ts'

export async function setSpeciesFilter(ctx: UserContext, { species, words }: SpeciesFilter): Promise<SpeciesFilter> {
  await ctx.transaction(({ db }) => replaceSpeciesFilter(db, ctx.viewer, { species, words }, ctx.now))
  return getSpeciesFilter(ctx)
}

export async function getSpeciesFilter(ctx: UserContext): Promise<SpeciesFilter> {
  const rows = await selectSpeciesFilter(ctx.db, ctx.viewer)
  return {
    species: rows.flatMap(({ species }) => (species ? [species] : [])),
    words: rows.flatMap(({ word }) => (word ? [word] : [])),
  }
}
