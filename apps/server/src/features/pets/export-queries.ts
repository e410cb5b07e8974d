import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserVisible } from '#features/blocks/visibility.sql.ts'

/** SQL of the pets that the user cares for, each with its people and approved tributes. */
export const exportedPets = (user: UserId) => sql`
  select p.id, p.slug, p.name, p.species, p.breed, p.sex, p.birthday, p.gotcha_day as "gotchaDay", p.backdrop, p.bio,
    p.died_on as "diedOn", p.created_at as "createdAt", me.role, me.until, me.created_at as since,
    case when p.portrait_id is not null then json_build_object('photoId', p.portrait_id) end as portrait,
    (select coalesce(json_agg(json_build_object('username', u.username, 'role', c.role) order by c.created_at), '[]')
      from pet_people c join users u on u.id = c.user_id
      where c.pet_id = p.id and ${isUserVisible(user, 'u')}) as people,
    (select coalesce(json_agg(json_build_object('author', u.username, 'text', t.text, 'createdAt', t.created_at)
        order by t.id), '[]')
      from tributes t join users u on u.id = t.author_id
      where t.pet_id = p.id and t.state = 'approved' and ${isUserVisible(user, 'u')}) as tributes
  from pet_people me join pets p on p.id = me.pet_id
  where me.user_id = ${user} and p.deleted_at is null order by p.id`

export const exportedAddedPeople = (user: UserId) => sql`
  select c.pet_id as "petId", p.name as pet, u.username, c.role, c.created_at as "createdAt"
  from pet_people c join pets p on p.id = c.pet_id join users u on u.id = c.user_id
  where c.added_by = ${user} and p.deleted_at is null and ${isUserVisible(user, 'u')} order by c.created_at, u.id`

const invites = (user: UserId, rule: SQL) => sql`
  select case when i.invited_by = ${user} then 'sent' else 'received' end as direction, i.pet_id as "petId",
    p.name as pet, u.username, i.role, i.until, i.created_at as "createdAt", i.closed_at as "closedAt"
  from pet_invites i join pets p on p.id = i.pet_id
    left join users u on u.id = case when i.invited_by = ${user} then i.invitee_id else i.invited_by end
  where ${rule} and p.deleted_at is null and (u.id is null or ${isUserVisible(user, 'u')}) order by i.id`

/** SQL of the invitations that the user sent, or received by name. */
export const exportedInvites = (user: UserId) => invites(user, sql`(i.invited_by = ${user} or i.invitee_id = ${user})`)

export const exportedAcceptedInvites = (user: UserId) => invites(user, sql`i.accepted_by = ${user}`)
