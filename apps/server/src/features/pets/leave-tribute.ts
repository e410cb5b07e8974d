import type { PetId, TributeId } from '@pawtrait/contract/ids.ts'
import type { Tribute } from '@pawtrait/contract/pets/pet-memorial.ts'
import { mayDo } from '@pawtrait/contract/pets/pet-roles.ts'
import { userCard } from '#features/users/account/user-card.ts'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { idOfCursor, LAST_ID, pageOf } from '#platform/database/cursor.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { noteAction } from './note-action.ts'
import { ownPet } from './own-pet.ts'
import { lockPet, selectRole } from './queries.ts'
import {
  eraseTribute,
  insertTribute,
  lockTribute,
  selectApprovedCount,
  selectTribute,
  selectTributesOf,
  type TributeRow,
  updateTribute,
} from './tribute-queries.ts'
import { noPet, visiblePet } from './visible-pet.ts'

const tribute = ({ author, ...row }: TributeRow): Tribute => ({ ...row, author: userCard(author) })
const noTribute = () => new Problem('not-found', 'This memory is not available.')

/**
 * The viewer leaves a memory of a pet that died. It waits for an owner; an owner's own is up at once.
 * @throws Problem as `visiblePet`; 'conflict' while the pet lives; 'too-many-requests' above 10 a day.
 */
export async function leaveTribute(ctx: UserContext, id: PetId, text: string): Promise<Tribute> {
  const pet = await visiblePet(ctx, id)
  await refuseNewAccountLinks(ctx, { text })
  await limitRate(ctx, 'tributes')
  const tributeId = newId<TributeId>(ctx.now)
  await ctx.transaction(async (tx) => {
    const there = await lockPet(tx.db, pet)
    if (!there?.diedOn) throw new Problem('conflict', 'Memories are left on memorials only.')
    const role = (await selectRole(tx.db, ctx.viewer, pet, ctx.now))?.role ?? null
    const decidedBy = mayDo(role, 'decide-tribute') ? ctx.viewer : null
    await insertTribute(tx.db, { id: tributeId, pet, author: ctx.viewer, text, decidedBy, now: ctx.now })
    if (!decidedBy) await tx.emit('tribute-left', { tributeId, petId: pet, by: ctx.viewer })
  })
  const made = await selectTribute(ctx.db, ctx.viewer, tributeId)
  if (!made) throw noPet()
  return tribute(made)
}

/** Memories of a pet, newest first; none while it lives. @throws Problem as `visiblePet`. */
export async function tributesOf(
  ctx: Context,
  id: PetId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ tributes: Tribute[]; cursor: string | null; approved: number }> {
  const pet = await visiblePet(ctx, id)
  const is = await selectRole(ctx.db, ctx.viewer, pet, ctx.now)
  const before = idOfCursor(cursor) ?? LAST_ID
  if (!is?.diedOn) return { tributes: [], cursor: null, approved: 0 }
  const decides = mayDo(is.role, 'decide-tribute')
  const rows = await selectTributesOf(ctx.db, ctx.viewer, pet, { before, most: limit + 1, decides })
  const { shown, last } = pageOf(rows, limit)
  const approved = await selectApprovedCount(ctx.db, ctx.viewer, pet)
  return { tributes: shown.map(tribute), cursor: last?.id ?? null, approved }
}

/** The tribute, held, when the viewer may see it. @throws Problem 'not-found' otherwise. */
async function seenTribute(ctx: UserContext, tx: Tx, id: TributeId) {
  const held = await lockTribute(tx.db, id)
  const seen = held && (await selectRole(tx.db, ctx.viewer, held.pet, ctx.now))
  if (!held || !seen || !(await selectTribute(tx.db, ctx.viewer, id))) throw noTribute()
  const isHidden = held.state === 'waiting' && held.author !== ctx.viewer && !mayDo(seen.role, 'decide-tribute')
  if (isHidden) throw noTribute()
  return held
}

/** An owner puts a memory up, or leaves it out without a word. @throws Problem 'not-found'; 'forbidden' to others. */
export const decideTribute = (ctx: UserContext, id: TributeId, state: 'approved' | 'declined'): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { pet, author } = await seenTribute(ctx, tx, id)
    await ownPet({ ...ctx, db: tx.db }, pet, 'decide-tribute')
    await updateTribute(tx.db, id, state, ctx.viewer, ctx.now)
    await noteAction(tx, ctx, pet, state === 'approved' ? 'approved-tribute' : 'declined-tribute', { user: author })
  })

/**
 * The viewer takes their own memory away for good, also from a page that they may not see any more.
 * @throws Problem 'not-found'; 'forbidden' for somebody else's.
 */
export const deleteTribute = (ctx: UserContext, id: TributeId): Promise<void> =>
  ctx.transaction(async (tx) => {
    const held = await lockTribute(tx.db, id)
    if (held?.author !== ctx.viewer) {
      await seenTribute(ctx, tx, id)
      throw new Problem('forbidden', 'Only whoever wrote it can take it away.')
    }
    await eraseTribute(tx.db, id)
    await tx.emit('tribute-taken-away', { petId: held.pet, by: ctx.viewer })
  })
