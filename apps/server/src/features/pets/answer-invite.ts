import type { InviteId, PetId } from '@pawtrait/contract/ids.ts'
import { invitable } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { endStandIn } from '#features/users/account/show-image.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import { MOST_PETS } from './create-pet.ts'
import { tellClosed } from './invite-person.ts'
import {
  closeInvitesBy,
  closeInvitesTo,
  closeOwnInvite,
  type OpenInvite,
  selectInvitation,
  selectInviteTerms,
  selectLinked,
  updateAccepted,
} from './invite-queries.ts'
import { noteAction } from './note-action.ts'
import { deleteHuman, selectHumanCount, selectStanding, updateRole, upsertHuman } from './people-queries.ts'
import { lockPet, selectPetCount } from './queries.ts'
import { petById } from './view.ts'
import { linkOver, noInvitation } from './view-people.ts'

const MOST_PEOPLE = 50 // the list of a pet's people comes whole

const answered = () => new Problem('gone', 'This invitation was answered or cancelled, or has expired.')

/**
 * The viewer says yes to an invitation by name: they care for the pet from now on.
 * @throws Problem 'not-found' when it is not to them; 'gone' when it waits no more; 'conflict' as `join`.
 */
export async function acceptInvite(ctx: UserContext, id: InviteId): Promise<Pet> {
  const mine = await selectInvitation(ctx.db, ctx.viewer, id, ctx.now)
  if (!mine) throw noInvitation()
  // A second tap is the same yes.
  return petById(ctx, mine.state === 'accepted' ? mine.pet.id : await join(ctx, id, answered))
}

/**
 * The viewer says yes to a one-time link: the first who does has it.
 * @throws Problem 'link-expired' when it was used, taken back or has run out; 'conflict' as `join`;
 *   'too-many-requests' above 30 an hour.
 */
export async function acceptLink(ctx: UserContext, token: string): Promise<Pet> {
  await countAttempt(ctx.db, ctx.now, [{ key: `accept-links:${ctx.viewer}`, most: 30, seconds: 3_600 }])
  const linked = await selectLinked(ctx.db, ctx.viewer, hashToken(token), ctx.now)
  if (!linked) throw linkOver()
  return petById(ctx, await join(ctx, linked.id, linkOver))
}

/** The viewer says no. Saying it again changes nothing. @throws Problem 'not-found' when it is not to them. */
export async function declineInvite(ctx: UserContext, id: InviteId): Promise<void> {
  const [terms, mine] = [await selectInviteTerms(ctx.db, id), await selectInvitation(ctx.db, ctx.viewer, id, ctx.now)]
  if (!terms || !mine) throw noInvitation()
  await ctx.transaction(async (tx) => {
    const closed = await closeOwnInvite(tx.db, id, ctx.viewer, ctx.now)
    for (const { role } of closed) await noteAction(tx, ctx, terms.pet, 'declined', { role })
    await tellClosed(tx, closed)
  })
}

/** @throws Problem made by `over` when the invitation waits no more; 'conflict' as `checkRoom`. */
const join = (ctx: UserContext, id: InviteId, over: () => Problem): Promise<PetId> =>
  ctx.transaction(async (tx) => {
    const terms = await selectInviteTerms(tx.db, id)
    if (!terms) throw over()
    await lockUsers(tx, ctx.viewer, terms.by) // users before pets, as everywhere
    if (!(await lockPet(tx.db, terms.pet))) throw over()
    const invite = await updateAccepted(tx.db, id, ctx.viewer, ctx.now)
    const giver = invite && (await selectStanding(tx.db, invite.pet, invite.by, ctx.now))
    if (!invite || !giver || !invitable(giver.role).includes(invite.role)) throw over()
    await checkRoom(ctx, tx, invite)
    const { pet, role, until, by } = invite
    await upsertHuman(tx.db, { pet, user: ctx.viewer, role, until, by, now: ctx.now })
    await noteAction(tx, ctx, pet, 'joined', { user: by, role })
    if (invite.afterwards && invite.afterwards !== 'owner') await handOver(ctx, tx, invite)
    const others = await closeInvitesTo(tx.db, pet, ctx.viewer, ctx.now, 'all')
    await tellClosed(tx, [...others, ...(invite.invitee ? [{ id, role, invitee: invite.invitee }] : [])])
    await tx.emit('pet-person-joined', { petId: pet, by: ctx.viewer, owns: role === 'owner' })
    return pet
  })

/** @throws Problem 'conflict' when the viewer is one of its people already, or has, or it has, as many as can be. */
async function checkRoom(ctx: UserContext, { db }: Tx, { pet, role }: OpenInvite) {
  const is = await selectStanding(db, pet, ctx.viewer, ctx.now)
  if (is && (role !== 'owner' || is.role === 'owner'))
    throw new Problem('conflict', 'You care for this pet already. The invitation is still open for somebody else.')
  if (is) return
  const { pets } = (await selectPetCount(db, ctx.viewer)) ?? { pets: 0 }
  if (pets >= MOST_PETS) throw new Problem('conflict', `You care for ${MOST_PETS} pets already. That is the most.`)
  const { people } = await selectHumanCount(db, pet, ctx.now)
  if (people >= MOST_PEOPLE) throw new Problem('conflict', `${MOST_PEOPLE} people care for this pet. That is the most.`)
}

/** Whoever asked is owner no more: they chose so, and a new owner has just said yes. */
async function handOver(ctx: UserContext, tx: Tx, { pet, by, afterwards }: OpenInvite) {
  if (afterwards === 'leaves') {
    await deleteHuman(tx.db, pet, by)
    await endStandIn(tx, by, pet)
  } else await updateRole(tx.db, pet, by, 'family', null)
  await noteAction(tx, { now: ctx.now, viewer: by }, pet, 'handed-over', { user: ctx.viewer, role: 'owner' })
  const kept = afterwards === 'leaves' ? [] : invitable('family')
  await tellClosed(tx, await closeInvitesBy(tx.db, pet, by, kept, ctx.now))
}
