import type { InviteId, PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { RoleAfterHandover } from '@pawtrait/contract/pets/pet-people.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPetVisible, isUserVisible } from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Db } from '#platform/database/db.ts'
import { lastSittingDay, userCardJson } from './people-queries.ts'
import { isRoleActive } from './pet-fragments.sql.ts'
import type { PetCardRow } from './view.ts'

export type NewInviteRow = {
  id: InviteId
  pet: PetId
  role: PetRole
  until: string | null
  by: UserId
  invitee: UserId | null
  tokenHash: Buffer | null
  afterwards: RoleAfterHandover | null
  now: Date
  expiresAt: Date
}

export const insertInvite = (db: Db, i: NewInviteRow) =>
  db.rows(sql`
    insert into pet_invites (id, pet_id, role, until, invited_by, invitee_id, token_hash, afterwards, created_at,
      expires_at)
    values (${i.id}, ${i.pet}, ${i.role}, ${i.until}::timestamptz, ${i.by}, ${i.invitee}, ${i.tokenHash},
      ${i.afterwards}, ${i.now.toISOString()}, ${i.expiresAt.toISOString()})`)

// SQL condition: the invitation is open and not expired, and the sitter's role that it offers has not ended.
const isOpen = (now: Date) => sql`i.closed_at is null and i.expires_at > ${now.toISOString()}
  and ${isRoleActive('i', now)}`

export type PetInviteRow = {
  id: InviteId
  role: PetRole
  until: string | null
  invitee: UserCardRow | null
  by: UserCardRow
  afterwards: RoleAfterHandover | null
  createdAt: string
  expiresAt: string
}

/** Returns a pet's open invitations, newest first, except those from or to users who are hidden from the viewer. */
export const selectOpenInvites = (db: Db, viewer: UserId, pet: PetId, now: Date) =>
  db.rows<PetInviteRow>(sql`
    select i.id, i.role, ${lastSittingDay(sql`i.until`, sql`i.pet_id`)} as until,
      ${userCardJson(viewer, 'w')} as invitee,
      ${userCardJson(viewer, 'b')} as by, i.afterwards, i.created_at as "createdAt", i.expires_at as "expiresAt"
    from pet_invites i join users b on b.id = i.invited_by left join users w on w.id = i.invitee_id
    where i.pet_id = ${pet} and ${isOpen(now)} and ${isUserVisible(viewer, 'b')}
      and (w.id is null or ${isUserVisible(viewer, 'w')})
    order by i.id desc`)

export const selectOpenInviteCount = async (db: Db, pet: PetId, now: Date) =>
  (
    await db.row<{ count: number }>(
      sql`select count(*)::int as count from pet_invites i where i.pet_id = ${pet} and ${isOpen(now)}`,
    )
  )?.count ?? 0

/** Returns whether the user has an invitation to the pet that is not closed. It may have expired. */
export const hasUnclosedInvite = async (db: Db, pet: PetId, invitee: UserId) =>
  (await db.row(sql`
    select 1 from pet_invites where pet_id = ${pet} and invitee_id = ${invitee} and closed_at is null`)) !== undefined

export type InvitationRow = {
  id: InviteId
  pet: PetCardRow
  role: PetRole
  until: string | null
  by: UserCardRow
  afterwards: RoleAfterHandover | null
  expiresAt: string
  state: 'waiting' | 'accepted' | 'over'
}

const selectInvitations = (db: Db, viewer: UserId | null, which: SQL, now: Date) =>
  db.rows<InvitationRow>(sql`
    select i.id, i.role, ${lastSittingDay(sql`i.until`, sql`i.pet_id`)} as until, i.afterwards,
      i.expires_at as "expiresAt",
      json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'species', p.species, 'breed', p.breed,
        'birthday', case when p.died_on is null then p.birthday end, 'backdrop', p.backdrop,
        'portraitName', r.name) as pet,
      json_build_object('id', b.id, 'username', b.username, 'fullname', b.fullname, 'imageName', b.image_name) as by,
      case when ${isOpen(now)} then 'waiting' when ${viewer ? sql`i.accepted_by = ${viewer}` : sql`false`}
        then 'accepted' else 'over' end as state
    from pet_invites i join pets p on p.id = i.pet_id left join photos r on r.id = p.portrait_id
      join users b on b.id = i.invited_by
    where ${which} and ${isPetVisible(viewer, 'p')} and ${isUserVisible(viewer, 'b')}
    order by i.id desc limit 50`)

export const selectInvitationsOfInvitee = (db: Db, viewer: UserId, now: Date) =>
  selectInvitations(db, viewer, sql`i.invitee_id = ${viewer} and ${isOpen(now)}`, now)

/** Returns an invitation, in any state, if the viewer is its invitee. */
export const selectInvitation = async (db: Db, viewer: UserId, id: InviteId, now: Date) =>
  (await selectInvitations(db, viewer, sql`i.id = ${id} and i.invitee_id = ${viewer}`, now))[0]

/** Returns the invitation of a one-time link, in any state. */
export const selectInvitationByToken = async (db: Db, viewer: UserId | null, hash: Buffer, now: Date) =>
  (await selectInvitations(db, viewer, sql`i.token_hash = ${hash}`, now))[0]

export type InviteTerms = {
  pet: PetId
  role: PetRole
  until: string | null
  by: UserId
  invitee: UserId | null
  afterwards: RoleAfterHandover | null
}

const termColumns = sql`pet_id as pet, role, until, invited_by as by, invitee_id as invitee, afterwards`

/** Returns the terms of an invitation. They never change. */
export const selectInviteTerms = (db: Db, id: InviteId) =>
  db.row<InviteTerms>(sql`select ${termColumns} from pet_invites where id = ${id}`)

/** Accepts an open invitation and returns its terms. If several calls run concurrently, only one returns the terms. */
export const acceptOpenInvite = (db: Db, id: InviteId, by: UserId, now: Date) =>
  db.row<InviteTerms>(sql`
    update pet_invites i set closed_at = ${now.toISOString()}, accepted_by = ${by}
    where id = ${id} and ${isOpen(now)} returning ${termColumns}`)

export type ClosedInvite = { id: InviteId; role: PetRole; invitee: UserId | null }

/** Closes unanswered invitations, and returns those that this call closed. */
const closeWhere = (db: Db, which: SQL, now: Date) =>
  db.rows<ClosedInvite>(sql`
    update pet_invites i set closed_at = ${now.toISOString()} where ${which} and i.closed_at is null
    returning i.id, i.role, i.invitee_id as invitee`)

export const closeInvite = (db: Db, pet: PetId, id: InviteId, now: Date) =>
  closeWhere(db, sql`i.id = ${id} and i.pet_id = ${pet} and ${isOpen(now)}`, now)

export const declineOpenInvite = (db: Db, id: InviteId, invitee: UserId, now: Date) =>
  closeWhere(db, sql`i.id = ${id} and i.invitee_id = ${invitee} and ${isOpen(now)}`, now)

/**
 * Closes a sender's invitations to a pet, except invitations to roles in `allowedRoles`: the sender may still send
 * these.
 */
export const closeInvitesOfSender = (db: Db, pet: PetId, by: UserId, allowedRoles: readonly PetRole[], now: Date) =>
  closeWhere(
    db,
    sql`i.pet_id = ${pet} and i.invited_by = ${by} and i.role <> all(${`{${allowedRoles.join(',')}}`}::text[])`,
    now,
  )

/** Closes a user's invitations to a pet. `all`: when the user joins. `over`: only expired ones, before a new one. */
export const closeInvitesOfInvitee = (db: Db, pet: PetId, invitee: UserId, now: Date, which: 'all' | 'over') =>
  closeWhere(
    db,
    sql`i.pet_id = ${pet} and i.invitee_id = ${invitee} and (${which === 'all'} or not (${isOpen(now)}))`,
    now,
  )

export const closeInvitesBetween = (db: Db, a: UserId, b: UserId, now: Date) =>
  closeWhere(db, sql`(i.invited_by, i.invitee_id) in ((${a}::uuid, ${b}::uuid), (${b}::uuid, ${a}::uuid))`, now)

export const closePetInvites = (db: Db, pet: PetId, now: Date) => closeWhere(db, sql`i.pet_id = ${pet}`, now)

/**
 * Returns unclosed invitations that have expired or offer a sitter's role that has ended, sorted by id, with ids above
 * `after`.
 */
export const selectExpiredInvites = (db: Db, now: Date, after: string, limit: number) =>
  db.rows<{ id: InviteId }>(sql`
    select i.id from pet_invites i
    where i.closed_at is null and not (${isOpen(now)}) and i.id > ${after}
    order by i.id limit ${limit}::int`)

export const closeExpiredInvite = (db: Db, id: InviteId, now: Date) =>
  closeWhere(db, sql`i.id = ${id} and not (${isOpen(now)})`, now)
