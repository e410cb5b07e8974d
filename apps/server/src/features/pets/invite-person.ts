import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { InviteId, PetId, UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { NewInvite, PetInvite } from '@pawtrait/contract/pets/pet-people.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import type * as v from 'valibot'
import type { Tx, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { newToken } from '#platform/security/token.ts'
import {
  type ClosedInvite,
  closeInvite,
  closeInvitesBetween,
  closeInvitesOfInvitee,
  hasUnclosedInvite,
  insertInvite,
  selectOpenInviteCount,
} from './invite-queries.ts'
import { selectCurrentRole, selectDayEnd, selectVisibleUserByUsername } from './people-queries.ts'
import { lockPet } from './queries.ts'
import { recordAction } from './record-action.ts'
import { requirePetPermission } from './require-pet-permission.ts'
import { listPetPeople } from './view-people.ts'
import { petNotFoundProblem } from './visible-pet.ts'

const INVITE_LIFETIME_MS = 7 * DAY_MS // @NOTE Must equal the period shown on the page of a pet's people.
const MAX_OPEN_INVITES = 20
const LIMITS = [
  { most: 20, seconds: 3_600 },
  { most: 60, seconds: 86_400 },
]

const buildRateLimits = ({ viewer, config }: UserContext) =>
  LIMITS.map(({ most, seconds }) => ({ key: `pet-invites:${viewer}/${seconds}`, most: most * config.pace, seconds }))

type InviteRequest = v.InferOutput<typeof NewInvite>

/**
 * Invites a user by name, or creates a one-time link. Only this call returns the link; the server stores only its hash.
 * @throws Problem 'not-found' for an invisible pet or user; 'forbidden' if the viewer's role may not invite to this
 * role; 'conflict' if the user already cares for the pet or is already invited, or 20 invitations to the pet are open;
 * 'validation-failed' from `resolveSittingEnd`; 'too-many-requests' above 20 an hour or 60 a day.
 */
export async function invitePerson(
  ctx: UserContext,
  id: PetId,
  invitation: InviteRequest,
): Promise<{ invite: PetInvite; link: string | null }> {
  const pet = await requirePetPermission(ctx, id, `invite-${invitation.role}`)
  await countAttempt(ctx.db, ctx.now, buildRateLimits(ctx))
  const invite = newId<InviteId>(ctx.now)
  const token = invitation.username === undefined ? newToken() : null
  await ctx.transaction(async (tx) => {
    if (!(await lockPet(tx.db, pet))) throw petNotFoundProblem()
    await requirePetPermission({ ...ctx, db: tx.db }, pet, `invite-${invitation.role}`)
    const until = await resolveSittingEnd(tx.db, ctx.now, pet, invitation)
    const invitee =
      invitation.username === undefined
        ? null
        : await requireInvitee(ctx, tx, pet, invitation.username, invitation.role)
    if ((await selectOpenInviteCount(tx.db, pet, ctx.now)) >= MAX_OPEN_INVITES)
      throw new Problem('conflict', `${MAX_OPEN_INVITES} invitations are open already. Cancel one first.`)
    await insertInvite(tx.db, {
      id: invite,
      pet,
      role: invitation.role,
      until,
      by: ctx.viewer,
      invitee,
      tokenHash: token?.hash ?? null,
      afterwards: invitation.role === 'owner' ? (invitation.afterwards ?? 'owner') : null,
      now: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + INVITE_LIFETIME_MS),
    })
    await recordAction(tx, ctx, pet, 'invited', { role: invitation.role, ...(invitee && { user: invitee }) })
    if (invitee) await tx.emit('pet-invited', { inviteId: invite, petId: pet, userId: invitee, by: ctx.viewer })
  })
  const created = (await listPetPeople(ctx, pet)).invites.find((each) => each.id === invite)
  if (!created) throw petNotFoundProblem()
  return { invite: created, link: token && `${ctx.config.publicUrl}${paths.inviteLink}#${token.value}` }
}

/**
 * Returns the instant at which a sitter's role ends: the end of their last day in the pet's time zone. Returns null for
 * other roles.
 * @throws Problem 'validation-failed' if a sitter's last day is missing, past, or more than a year away, or if another
 * role has a last day.
 */
export async function resolveSittingEnd(
  db: Db,
  now: Date,
  pet: PetId,
  { role, until }: { role: PetRole; until: string | null },
): Promise<string | null> {
  if (role !== 'sitter') {
    if (until !== null) throw fieldProblem('until', 'not-sitter', 'Only a sitter has a last day.')
    return null
  }
  if (until === null) throw fieldProblem('until', 'missing', 'Choose the last day.')
  const end = await selectDayEnd(db, pet, until, now)
  if (!end?.fits) throw fieldProblem('until', 'out-of-range', 'Choose a day from today, within a year.')
  return end.endsAt
}

async function requireInvitee(ctx: UserContext, tx: Tx, pet: PetId, username: string, role: PetRole): Promise<UserId> {
  const invitee = await selectVisibleUserByUsername(tx.db, ctx.viewer, username)
  if (!invitee) {
    const message = 'No user has this username.'
    throw new Problem('not-found', message, { errors: [{ field: 'username', code: 'nobody', message }] })
  }
  const current = await selectCurrentRole(tx.db, pet, invitee.id, ctx.now)
  if (current && (role !== 'owner' || current.role === 'owner'))
    throw new Problem('conflict', 'They care for this pet already. Change their role instead.')
  await emitInvitesClosed(tx, await closeInvitesOfInvitee(tx.db, pet, invitee.id, ctx.now, 'over'))
  if (await hasUnclosedInvite(tx.db, pet, invitee.id))
    throw new Problem('conflict', 'They have an invitation already and have not answered yet.')
  return invitee.id
}

/** Emits `pet-invite-closed` for each closed invitation by name; links have no invitee. */
export async function emitInvitesClosed(tx: Tx, closed: readonly ClosedInvite[]) {
  for (const { id, invitee } of closed) if (invitee) await tx.emit('pet-invite-closed', { inviteId: id })
}

/**
 * Cancels an open invitation; idempotent. A role may cancel only the kinds of invitations that it may send.
 * @throws Problem 'not-found' for an invisible pet; 'forbidden' if the viewer's role may not send such an invitation.
 */
export async function cancelInvite(ctx: UserContext, id: PetId, invite: InviteId): Promise<void> {
  const pet = await requirePetPermission(ctx, id, 'invite-sitter')
  await ctx.transaction(async (tx) => {
    if (!(await lockPet(tx.db, pet))) throw petNotFoundProblem()
    const current = await selectCurrentRole(tx.db, pet, ctx.viewer, ctx.now)
    const closed = await closeInvite(tx.db, pet, invite, ctx.now)
    for (const { role, invitee } of closed) {
      if (!hasPermission(current?.role ?? null, `invite-${role}`))
        throw new Problem('forbidden', 'Your role does not allow this.')
      await recordAction(tx, ctx, pet, 'took-back-invite', { role, ...(invitee && { user: invitee }) })
    }
    await emitInvitesClosed(tx, closed)
  })
}

/** Closes all invitations between two users. Both keep their roles for pets. */
export const endInvitesBetween = async (tx: Tx, a: UserId, b: UserId, now: Date) =>
  emitInvitesClosed(tx, await closeInvitesBetween(tx.db, a, b, now))
