import type { PetId, TributeId } from '@pawtrait/contract/ids.ts'
import type { Tribute } from '@pawtrait/contract/pets/pet-memorial.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { MAX_ID, parseIdCursor, splitPage } from '#platform/database/cursor.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { lockPet, selectViewerRole } from './queries.ts'
import { recordAction } from './record-action.ts'
import { requirePetPermission } from './require-pet-permission.ts'
import {
  deleteTributeRow,
  insertTribute,
  lockTribute,
  selectApprovedTributeCount,
  selectTribute,
  selectTributesOfPet,
  type TributeRow,
  updateTributeDecision,
} from './tribute-queries.ts'
import { requireVisiblePet } from './visible-pet.ts'

const toTribute = ({ author, ...row }: TributeRow): Tribute => ({ ...row, author: toUserCard(author) })
const tributeNotFoundProblem = () => new Problem('not-found', 'This memory is not available.')

/**
 * Creates the viewer's tribute to a pet that died. It needs approval by an owner, unless the viewer is one.
 * @throws Problem 'not-found' for an invisible pet; 'conflict' for a living pet; 'too-many-requests' above 10 a day.
 */
export async function createTribute(ctx: UserContext, id: PetId, text: string): Promise<Tribute> {
  const pet = await requireVisiblePet(ctx, id)
  await refuseNewAccountLinks(ctx, { text })
  await enforceRateLimit(ctx, 'tributes')
  const tributeId = newId<TributeId>(ctx.now)
  await ctx.transaction(async (tx) => {
    const current = await lockPet(tx.db, pet)
    if (!current?.diedOn) throw new Problem('conflict', 'Memories are left on memorials only.')
    const role = (await selectViewerRole(tx.db, ctx.viewer, pet, ctx.now))?.role ?? null
    const decidedBy = hasPermission(role, 'decide-tribute') ? ctx.viewer : null
    await insertTribute(tx.db, { id: tributeId, pet, author: ctx.viewer, text, decidedBy, now: ctx.now })
    if (!decidedBy) await tx.emit('tribute-left', { tributeId, petId: pet, by: ctx.viewer })
  })
  return getOwnTribute(ctx, id, tributeId)
}

/** Returns a tribute of the viewer. @throws Problem 'not-found' if tribute or pet was deleted or is invisible */
export async function getOwnTribute(ctx: UserContext, pet: PetId, id: TributeId): Promise<Tribute> {
  await requireVisiblePet(ctx, pet)
  const row = await selectTribute(ctx.db, ctx.viewer, id)
  if (!row) throw tributeNotFoundProblem()
  return toTribute(row)
}

/** Returns tributes to a pet, newest first; none for a living pet. @throws Problem 'not-found' for an invisible pet. */
export async function listTributes(
  ctx: Context,
  id: PetId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ tributes: Tribute[]; cursor: string | null; approved: number }> {
  const pet = await requireVisiblePet(ctx, id)
  const viewerRole = await selectViewerRole(ctx.db, ctx.viewer, pet, ctx.now)
  const before = parseIdCursor(cursor) ?? MAX_ID
  if (!viewerRole?.diedOn) return { tributes: [], cursor: null, approved: 0 }
  const decides = hasPermission(viewerRole.role, 'decide-tribute')
  const rows = await selectTributesOfPet(ctx.db, ctx.viewer, pet, { before, limit: limit + 1, decides })
  const { shown, last } = splitPage(rows, limit)
  const approved = await selectApprovedTributeCount(ctx.db, ctx.viewer, pet)
  return { tributes: shown.map(toTribute), cursor: last?.id ?? null, approved }
}

/** Locks and returns a tribute. @throws Problem 'not-found' if the viewer may not see it. */
async function lockVisibleTribute(ctx: UserContext, tx: Tx, id: TributeId) {
  const locked = await lockTribute(tx.db, id)
  const viewerRole = locked && (await selectViewerRole(tx.db, ctx.viewer, locked.pet, ctx.now))
  if (!locked || !viewerRole || !(await selectTribute(tx.db, ctx.viewer, id))) throw tributeNotFoundProblem()
  const isHidden =
    locked.state === 'waiting' && locked.author !== ctx.viewer && !hasPermission(viewerRole.role, 'decide-tribute')
  if (isHidden) throw tributeNotFoundProblem()
  return locked
}

/** Approves or declines a tribute. Sends no notification. @throws Problem 'not-found'; 'forbidden' to non-owners */
export const decideTribute = (ctx: UserContext, id: TributeId, state: 'approved' | 'declined'): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { pet, author } = await lockVisibleTribute(ctx, tx, id)
    await requirePetPermission({ ...ctx, db: tx.db }, pet, 'decide-tribute')
    await updateTributeDecision(tx.db, id, state, ctx.viewer, ctx.now)
    await recordAction(tx, ctx, pet, state === 'approved' ? 'approved-tribute' : 'declined-tribute', { user: author })
  })

/** Deletes a tribute, even on a hidden page. @throws Problem 'not-found'; 'forbidden' if the viewer did not write it */
export const deleteTribute = (ctx: UserContext, id: TributeId): Promise<void> =>
  ctx.transaction(async (tx) => {
    const locked = await lockTribute(tx.db, id)
    if (locked?.author !== ctx.viewer) {
      await lockVisibleTribute(ctx, tx, id)
      throw new Problem('forbidden', 'Only its author can delete it.')
    }
    await deleteTributeRow(tx.db, id)
    await tx.emit('tribute-taken-away', { petId: locked.pet, by: ctx.viewer })
  })
