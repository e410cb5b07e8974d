import type { InviteId, UserId } from '@pawtrait/contract/ids.ts'
import type { Invitation, PetInvite, PetPersonDetails } from '@pawtrait/contract/pets/pet-people.ts'
import { anId, aPet } from './fixtures.ts'

/** A person who cares for a pet. */
export const aPetPerson = (username: string, more: Partial<PetPersonDetails> = {}): PetPersonDetails => ({
  id: anId<UserId>(),
  username,
  fullname: `Person ${username}`,
  image: null,
  role: 'family',
  until: null,
  joinedAt: '2026-06-04T10:00:00.000Z',
  addedBy: null,
  ...more,
})

const card = (username: string) => {
  const { id, fullname, image } = aPetPerson(username)
  return { id, username, fullname, image }
}

/** A pending invitation as the people who care for the pet see it. */
export const aPetInvite = (more: Partial<PetInvite> = {}): PetInvite => ({
  id: anId<InviteId>(),
  role: 'family',
  until: null,
  invitee: card('musa.k'),
  by: card('amina.o'),
  afterwards: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-27T10:00:00.000Z',
  ...more,
})

/** A pending invitation as the invited user sees it. */
export const aReceivedInvitation = (more: Partial<Invitation> = {}): Invitation => ({
  id: anId<InviteId>(),
  pet: aPet(),
  role: 'sitter',
  until: '2026-12-02',
  by: card('joy.otieno'),
  afterwards: null,
  expiresAt: '2026-11-27T10:00:00.000Z',
  state: 'waiting',
  ...more,
})
