import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { InviteId, PetId, UserId } from '../ids.ts'
import { Cursor, pageQuery, Time } from '../lists.ts'
import { UserCard, Username } from '../users.ts'
import { CalendarDate, Pet, PetCard, PetRole } from './pets.ts'

/** Last day on which a sitter has access, `YYYY-MM-DD` in the pet's time zone. Null means no end. */
const Until = v.nullable(v.string())

export const PetPersonDetails = v.object({
  ...UserCard.entries,
  role: PetRole,
  until: Until,
  joinedAt: Time,
  /** The user who added this person to the pet. Null if unknown, or if the user's account is deleted. */
  addedBy: v.nullable(UserCard),
})
export type PetPersonDetails = v.InferOutput<typeof PetPersonDetails>

/** Role of the inviting owner once the invited user has become owner. `leaves`: the inviting owner then has no role. */
export const RoleAfterHandover = v.picklist(['owner', 'family', 'leaves'])
export type RoleAfterHandover = v.InferOutput<typeof RoleAfterHandover>

/** An open invitation, as the people who care for the pet see it. */
export const PetInvite = v.object({
  id: InviteId,
  role: PetRole,
  until: Until,
  /** The invited user. Null for an invitation link. The first user who opens the link can accept it. */
  invitee: v.nullable(UserCard),
  by: UserCard,
  afterwards: v.nullable(RoleAfterHandover),
  createdAt: Time,
  expiresAt: Time,
})
export type PetInvite = v.InferOutput<typeof PetInvite>

/**
 * `people` are sorted: owners first, then by the date on which they joined. `invites` are newest first, and empty for
 * users who may not invite.
 */
export const PetPeople = v.object({ people: v.array(PetPersonDetails), invites: v.array(PetInvite) })
export type PetPeople = v.InferOutput<typeof PetPeople>

const peopleOfPet = { path: '/api/pets/:id/people', auth: 'user', params: { id: PetId } } as const
const onePerson = { path: '/api/pets/:id/people/:user', auth: 'user', params: { id: PetId, user: UserId } } as const

export const getPetPeople = defineEndpoint({
  method: 'GET',
  summary: "List a pet's people and open invitations; only for the pet's people",
  output: PetPeople,
  ...peopleOfPet,
})

/** Changes a role. The new role cannot be owner, because a new owner must accept an invitation. */
export const changePetRole = defineEndpoint({
  method: 'PATCH',
  summary: "Change the role of one of a pet's people",
  body: v.object({ role: v.picklist(['family', 'carer', 'sitter']), until: v.optional(CalendarDate, null) }),
  output: PetPeople,
  ...onePerson,
})
export const removePetPerson = defineEndpoint({
  method: 'DELETE',
  summary: "Remove one of a pet's people, or leave the pet; the person's posts stay",
  ...onePerson,
})

/** An invitation, valid for seven days. Without `username`, the invitation is a link that is shown only once. */
export const NewInvite = v.object({
  role: PetRole,
  until: v.optional(CalendarDate, null),
  username: v.optional(Username),
  /**
   * Only for an invitation to become owner: the viewer's role once the invitation is accepted. By default, the viewer
   * stays owner.
   */
  afterwards: v.optional(RoleAfterHandover),
})
export type NewInvite = v.InferInput<typeof NewInvite>

export const inviteToPet = defineEndpoint({
  method: 'POST',
  path: '/api/pets/:id/invites',
  auth: 'user',
  summary: 'Invite a user to care for a pet, by username or by a one-time link',
  params: { id: PetId },
  body: NewInvite,
  output: v.object({ invite: PetInvite, link: v.nullable(v.string()) }),
  status: 201,
})
export const cancelPetInvite = defineEndpoint({
  method: 'DELETE',
  path: '/api/pets/:id/invites/:invite',
  auth: 'user',
  summary: 'Cancel an invitation to care for a pet',
  params: { id: PetId, invite: InviteId },
})

/** An invitation, as the invited user sees it. */
export const Invitation = v.object({
  id: InviteId,
  pet: PetCard,
  role: PetRole,
  until: Until,
  by: UserCard,
  afterwards: v.nullable(RoleAfterHandover),
  expiresAt: Time,
  /** `over`: the invitation was declined, cancelled, accepted by another user who had the link, or it expired. */
  state: v.picklist(['waiting', 'accepted', 'over']),
})
export type Invitation = v.InferOutput<typeof Invitation>

const invitation = { auth: 'user', params: { id: InviteId } } as const

/** Lists invitations to the viewer, newest first, at most 50. */
export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/invitations',
  auth: 'user',
  summary: "List the viewer's open invitations to care for pets, newest first; at most 50",
  output: v.object({ invitations: v.array(Invitation) }),
})
export const getInvitation = defineEndpoint({
  method: 'GET',
  path: '/api/invitations/:id',
  summary: "Get one of the viewer's invitations",
  output: Invitation,
  ...invitation,
})
export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/:id/accept',
  summary: 'Accept an invitation',
  output: Pet,
  ...invitation,
})
export const declineInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/:id/decline',
  summary: 'Decline an invitation',
  ...invitation,
})

const token = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) })

/** The link's token is in the body, because URLs are stored in logs. */
export const openInviteLink = defineEndpoint({
  method: 'POST',
  path: '/api/invitation-links',
  auth: 'anyone',
  summary: 'Get the invitation of a one-time link',
  body: token,
  output: Invitation,
})
export const acceptInviteLink = defineEndpoint({
  method: 'POST',
  path: '/api/invitation-links/accept',
  auth: 'user',
  summary: 'Accept the invitation of a one-time link',
  body: token,
  output: Pet,
})

export const petActionVerbs = [
  'added',
  'edited',
  'changed-portrait',
  'invited',
  'took-back-invite',
  'joined',
  'declined',
  'changed-role',
  'removed',
  'left',
  'handed-over',
  'inherited',
  'remembered',
  'memorial-undone',
  'approved-tribute',
  'declined-tribute',
  'kept-highlight',
  'removed-highlight',
  'deleted',
] as const
export type PetActionVerb = (typeof petActionVerbs)[number]

/** An entry in the change history of a pet. */
export const PetAction = v.object({
  id: v.string(),
  verb: v.picklist(petActionVerbs),
  /** The user who acted. Null for automatic actions and deleted accounts. */
  actor: v.nullable(UserCard),
  /** The user affected by the action. Null if there is none, or if the user's account is deleted. */
  user: v.nullable(UserCard),
  role: v.nullable(PetRole),
  fields: v.array(v.string()),
  at: Time,
})
export type PetAction = v.InferOutput<typeof PetAction>

export const listPetActions = defineEndpoint({
  method: 'GET',
  path: '/api/pets/:id/actions',
  auth: 'user',
  summary: "List the actions on a pet with time and actor, newest first; only for the pet's people",
  params: { id: PetId },
  query: pageQuery,
  output: v.object({ actions: v.array(PetAction), cursor: v.nullable(Cursor) }),
})
