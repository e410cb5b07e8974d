import { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import { type PetInvite, PetPeople } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import * as v from 'valibot'
import type { TestUser } from './fixtures.ts'
import type { TestServer } from './server.ts'

/** Returns the problem code of an error response, and the status of any other response. */
export const getCodeOrStatus = ({ status, body }: { status: number; body: unknown }) =>
  status < 400 ? status : v.parse(ProblemBody, body).code

/** Returns helpers that call the endpoints for a pet's people and invitations: invite, accept, leave, list roles. */
export function createPetClient(server: TestServer) {
  const invite = (actor: TestUser, pet: PetId, role: PetRole, more: object = {}) =>
    server.call<{ invite: PetInvite; link: string | null }>(actor, 'POST', `/api/pets/${pet}/invites`, {
      role,
      ...more,
    })
  const peopleOf = async (actor: TestUser, pet: PetId) =>
    v.parse(PetPeople, (await server.call(actor, 'GET', `/api/pets/${pet}/people`)).body)
  return {
    invite,
    peopleOf,
    byName: async (actor: TestUser, pet: PetId, invitee: TestUser, role: PetRole, more: object = {}) => {
      const invited = await invite(actor, pet, role, { username: invitee.username, ...more })
      if (invited.status !== 201) throw new Error(`the invitation was refused: ${invited.text}`)
      return invited.body.invite
    },
    byLink: async (actor: TestUser, pet: PetId, role: PetRole, more: object = {}) =>
      (await invite(actor, pet, role, more)).body.link?.split('#')[1] ?? '',
    accept: (actor: TestUser, { id }: PetInvite) => server.call<Pet>(actor, 'POST', `/api/invitations/${id}/accept`),
    acceptLink: (actor: TestUser, token: string) =>
      server.call<Pet>(actor, 'POST', '/api/invitation-links/accept', { token }),
    leave: (actor: TestUser, pet: PetId) => server.call(actor, 'DELETE', `/api/pets/${pet}/people/${actor.id}`),
    rolesOf: async (actor: TestUser, pet: PetId) =>
      (await peopleOf(actor, pet)).people.map(({ username, role }) => [username, role]),
  }
}
