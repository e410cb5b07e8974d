import type { InviteId, PetId } from '@pawtrait/contract/ids.ts'
import type {
  Invitation,
  PetAction,
  PetInvite,
  PetPeople,
  PetPersonDetails,
} from '@pawtrait/contract/pets/pet-people.ts'
import { hasPermission, invitableRoles } from '@pawtrait/contract/pets/pet-roles.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { MAX_ID, parseIdCursor, splitPage } from '#platform/database/cursor.ts'
import { Problem } from '#platform/problem.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import { countRead } from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import { selectActions } from './action-queries.ts'
import {
  type InvitationRow,
  selectInvitation,
  selectInvitationByToken,
  selectInvitationsOfInvitee,
  selectOpenInvites,
} from './invite-queries.ts'
import { selectCurrentRole, selectPeopleOfPet } from './people-queries.ts'
import { requirePetPermission } from './require-pet-permission.ts'
import { toPetCard } from './view.ts'

type Reader = Pick<UserContext, 'db' | 'viewer' | 'now'>

/** Returns a pet's people and the open invitations the viewer may cancel. @throws Problem 'not-found', 'forbidden' */
export async function listPetPeople(ctx: Reader, id: PetId): Promise<PetPeople> {
  const pet = await requirePetPermission(ctx, id, 'see-people')
  const viewer = await selectCurrentRole(ctx.db, pet, ctx.viewer, ctx.now)
  const people = (await selectPeopleOfPet(ctx.db, ctx.viewer, pet, ctx.now)).map(
    ({ id: user, username, fullname, imageName, addedBy, ...person }): PetPersonDetails => ({
      ...person,
      ...toUserCard({ id: user, username, fullname, imageName }),
      addedBy: addedBy && toUserCard(addedBy),
    }),
  )
  const invites = (await selectOpenInvites(ctx.db, ctx.viewer, pet, ctx.now))
    .filter(({ role }) => hasPermission(viewer?.role ?? null, `invite-${role}`))
    .map(
      ({ invitee, by, ...row }): PetInvite => ({
        ...row,
        invitee: invitee && toUserCard(invitee),
        by: toUserCard(by),
      }),
    )
  return { people, invites }
}

/** Returns actions on a pet, newest first. @throws Problem 'not-found'; 'forbidden'; 'validation-failed' (cursor) */
export async function listPetActions(
  ctx: Reader,
  id: PetId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ actions: PetAction[]; cursor: string | null }> {
  const pet = await requirePetPermission(ctx, id, 'see-people')
  const role = (await selectCurrentRole(ctx.db, pet, ctx.viewer, ctx.now))?.role ?? null
  const rows = await selectActions(ctx.db, ctx.viewer, pet, {
    before: parseIdCursor(cursor) ?? MAX_ID,
    limit: limit + 1,
    hidden: hasPermission(role, 'decide-tribute') ? [] : ['declined-tribute'],
    roles: invitableRoles(role),
  })
  const { shown, last } = splitPage(rows, limit)
  const actions = shown.map(({ actor, user, ...row }) => ({
    ...row,
    actor: actor && toUserCard(actor),
    user: user && toUserCard(user),
  }))
  return { actions, cursor: last?.id ?? null }
}

const toInvitation = ({ pet, by, ...row }: InvitationRow): Invitation => ({
  ...row,
  pet: toPetCard(pet),
  by: toUserCard(by),
})

export const invitationNotFoundProblem = () => new Problem('not-found', 'This invitation is not available.')

/** Returns the open invitations that were sent to the viewer's username, newest first. */
export const listInvitations = async (ctx: Reader): Promise<{ invitations: Invitation[] }> => ({
  invitations: (await selectInvitationsOfInvitee(ctx.db, ctx.viewer, ctx.now)).map(toInvitation),
})

/** Returns an invitation to the viewer, open or closed. @throws Problem 'not-found' if it is for another user. */
export async function getInvitation(ctx: Reader, id: InviteId): Promise<Invitation> {
  const row = await selectInvitation(ctx.db, ctx.viewer, id, ctx.now)
  if (!row) throw invitationNotFoundProblem()
  return toInvitation(row)
}

const READS_PER_HOUR = 60

/** Returns a link's invitation, open or closed. @throws Problem 'link-expired'; 'too-many-requests' above 60 an hour */
export async function getInvitationByLink(ctx: Context, token: string): Promise<Invitation> {
  await countRead(ctx.db, ctx.now, networkBuckets(ctx, 'invite-links', [[READS_PER_HOUR, 3_600]]))
  const row = await selectInvitationByToken(ctx.db, ctx.viewer, hashToken(token), ctx.now)
  if (!row) throw inviteLinkExpiredProblem()
  return toInvitation(row)
}

export const inviteLinkExpiredProblem = () =>
  new Problem('link-expired', 'This link was used or cancelled, or has expired. Ask for a new one.')
