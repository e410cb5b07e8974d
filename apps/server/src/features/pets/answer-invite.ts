import type { InviteId, PetId } from '@pawtrait/contract/ids.ts'
import { invitableRoles } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { removePetAvatar } from '#features/users/account/avatars.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import { MAX_PETS } from './create-pet.ts'
import { emitInvitesClosed } from './invite-person.ts'
import {
  acceptOpenInvite,
  closeInvitesOfInvitee,
  closeInvitesOfSender,
  declineOpenInvite,
  type InviteTerms,
  selectInvitation,
  selectInvitationByToken,
  selectInviteTerms,
} from './invite-queries.ts'
import { countPeopleOfPet, deletePetPerson, selectCurrentRole, updateRole, upsertPetPerson } from './people-queries.ts'
import { lockPet, selectPetCount } from './queries.ts'
import { recordAction } from './record-action.ts'
import { getPet } from './view.ts'
import { invitationNotFoundProblem, inviteLinkExpiredProblem } from './view-people.ts'

const MAX_PEOPLE = 50 // Limited, because the list of a pet's people is not paginated.

const inviteClosedProblem = () => new Problem('gone', 'This invitation was answered or cancelled, or has expired.')

/**
 * Accepts an invitation by name: the viewer joins the pet's people.
 * @throws Problem 'not-found' if it is for another user; 'gone' if it is no longer open; 'conflict' if the viewer
 * already cares for the pet or has 100 pets, or the pet has 50 people.
 */
export async function acceptInvite(ctx: UserContext, id: InviteId): Promise<Pet> {
  const invitation = await selectInvitation(ctx.db, ctx.viewer, id, ctx.now)
  if (!invitation) throw invitationNotFoundProblem()
  // If the invitation was already accepted, a repeated request also returns the pet.
  return getPet(ctx, invitation.state === 'accepted' ? invitation.pet.id : await joinPet(ctx, id, inviteClosedProblem))
}

/**
 * Accepts an invitation by one-time link. The link works for one user only.
 * @throws Problem 'link-expired' if it was used, cancelled or has expired; 'conflict' if the viewer already cares for
 * the pet or has 100 pets, or the pet has 50 people; 'too-many-requests' above 30 an hour.
 */
export async function acceptInviteByLink(ctx: UserContext, token: string): Promise<Pet> {
  await countAttempt(ctx.db, ctx.now, [{ key: `accept-links:${ctx.viewer}`, most: 30, seconds: 3_600 }])
  const invitation = await selectInvitationByToken(ctx.db, ctx.viewer, hashToken(token), ctx.now)
  if (!invitation) throw inviteLinkExpiredProblem()
  return getPet(ctx, await joinPet(ctx, invitation.id, inviteLinkExpiredProblem))
}

/** Declines an invitation; idempotent. @throws Problem 'not-found' if it is for another user */
export async function declineInvite(ctx: UserContext, id: InviteId): Promise<void> {
  const terms = await selectInviteTerms(ctx.db, id)
  const invitation = await selectInvitation(ctx.db, ctx.viewer, id, ctx.now)
  if (!terms || !invitation) throw invitationNotFoundProblem()
  await ctx.transaction(async (tx) => {
    const closed = await declineOpenInvite(tx.db, id, ctx.viewer, ctx.now)
    for (const { role } of closed) await recordAction(tx, ctx, terms.pet, 'declined', { role })
    await emitInvitesClosed(tx, closed)
  })
}

/**
 * Adds the viewer to the pet's people.
 * @throws Problem from `createProblem` if the invitation is not valid; Problem from `checkRoom`
 */
const joinPet = (ctx: UserContext, id: InviteId, createProblem: () => Problem): Promise<PetId> =>
  ctx.transaction(async (tx) => {
    const terms = await selectInviteTerms(tx.db, id)
    if (!terms) throw createProblem()
    await lockUsers(tx, ctx.viewer, terms.by) // Lock order: users before pets.
    if (!(await lockPet(tx.db, terms.pet))) throw createProblem()
    const invite = await acceptOpenInvite(tx.db, id, ctx.viewer, ctx.now)
    const inviter = invite && (await selectCurrentRole(tx.db, invite.pet, invite.by, ctx.now))
    if (!invite || !inviter || !invitableRoles(inviter.role).includes(invite.role)) throw createProblem()
    await checkRoom(ctx, tx, invite)
    const { pet, role, until, by } = invite
    await upsertPetPerson(tx.db, { pet, user: ctx.viewer, role, until, by, now: ctx.now })
    await recordAction(tx, ctx, pet, 'joined', { user: by, role })
    if (invite.afterwards && invite.afterwards !== 'owner') await handOver(ctx, tx, invite)
    const otherInvites = await closeInvitesOfInvitee(tx.db, pet, ctx.viewer, ctx.now, 'all')
    await emitInvitesClosed(tx, [...otherInvites, ...(invite.invitee ? [{ id, role, invitee: invite.invitee }] : [])])
    await tx.emit('pet-person-joined', { petId: pet, by: ctx.viewer, owns: role === 'owner' })
    return pet
  })

/**
 * An invitation to become an owner is also valid for people of the pet who are not owners.
 * @throws Problem 'conflict' if the viewer already cares for the pet or has 100 pets, or the pet has 50 people.
 */
async function checkRoom(ctx: UserContext, { db }: Tx, { pet, role }: InviteTerms) {
  const current = await selectCurrentRole(db, pet, ctx.viewer, ctx.now)
  if (current && (role !== 'owner' || current.role === 'owner'))
    throw new Problem('conflict', 'You care for this pet already. Someone else can still use the invitation.')
  if (current) return
  const { pets } = (await selectPetCount(db, ctx.viewer)) ?? { pets: 0 }
  if (pets >= MAX_PETS) throw new Problem('conflict', `You care for ${MAX_PETS} pets already. That is the most.`)
  const { people } = await countPeopleOfPet(db, pet, ctx.now)
  if (people >= MAX_PEOPLE) throw new Problem('conflict', `${MAX_PEOPLE} people care for this pet. That is the most.`)
}

/** Ends the inviter's ownership. Depending on `afterwards`, the inviter leaves the pet or becomes family. */
async function handOver(ctx: UserContext, tx: Tx, { pet, by, afterwards }: InviteTerms) {
  if (afterwards === 'leaves') {
    await deletePetPerson(tx.db, pet, by)
    await removePetAvatar(tx, by, pet)
  } else await updateRole(tx.db, pet, by, 'family', null)
  await recordAction(tx, { now: ctx.now, viewer: by }, pet, 'handed-over', { user: ctx.viewer, role: 'owner' })
  const allowedRoles = afterwards === 'leaves' ? [] : invitableRoles('family')
  await emitInvitesClosed(tx, await closeInvitesOfSender(tx.db, pet, by, allowedRoles, ctx.now))
}
