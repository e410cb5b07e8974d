import { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import { type PetInvite, PetPeople } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import * as v from 'valibot'
import type { TestUser } from './given.ts'
import type { TestServer } from './server.ts'

/** Code of a refusal, else the status. */
export const refusal = ({ status, body }: { status: number; body: unknown }) =>
  status < 400 ? status : v.parse(ProblemBody, body).code

/** API calls about a shared pet. */
export function petCalls(server: TestServer) {
  const invite = (who: TestUser, pet: PetId, role: PetRole, more: object = {}) =>
    server.call<{ invite: PetInvite; link: string | null }>(who, 'POST', `/api/pets/${pet}/invites`, { role, ...more })
  const peopleOf = async (who: TestUser, pet: PetId) =>
    v.parse(PetPeople, (await server.call(who, 'GET', `/api/pets/${pet}/people`)).body)
  return {
    invite,
    peopleOf,
    byName: async (who: TestUser, pet: PetId, whom: TestUser, role: PetRole, more: object = {}) => {
      const made = await invite(who, pet, role, { username: whom.username, ...more })
      if (made.status !== 201) throw new Error(`the invitation was refused: ${made.text}`)
      return made.body.invite
    },
    byLink: async (who: TestUser, pet: PetId, role: PetRole, more: object = {}) =>
      (await invite(who, pet, role, more)).body.link?.split('#')[1] ?? '',
    accept: (who: TestUser, { id }: PetInvite) => server.call<Pet>(who, 'POST', `/api/invitations/${id}/accept`),
    acceptLink: (who: TestUser, token: string) =>
      server.call<Pet>(who, 'POST', '/api/invitation-links/accept', { token }),
    leave: (who: TestUser, pet: PetId) => server.call(who, 'DELETE', `/api/pets/${pet}/people/${who.id}`),
    rolesOf: async (who: TestUser, pet: PetId) =>
      (await peopleOf(who, pet)).people.map(({ username, role }) => [username, role]),
  }
}
