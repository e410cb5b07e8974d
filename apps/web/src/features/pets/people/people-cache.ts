import type { InviteId, PetId } from '@pawtrait/contract/ids.ts'
import { suggestMentions } from '@pawtrait/contract/mention-hits.ts'
import { getInvitation, getPetPeople, listPetActions, openInviteLink } from '@pawtrait/contract/pets/pet-people.ts'
import { getProfile } from '@pawtrait/contract/profiles.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** People of a pet, and pending invitations. */
export const petPeopleQuery = (id: PetId, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['pet-people', id],
    queryFn: () => call(getPetPeople, { params: { id } }),
    // Invited users answer at any time, and a decline sends no notification.
    refetchOnWindowFocus: 'always',
  })

/** Profile of a username, for a preview before inviting. */
export const personQuery = (username: string) =>
  queryOptions({ queryKey: ['person', username], queryFn: () => browserCall(getProfile, { params: { username } }) })

/** Users whose name starts with this text, related users first. */
export const namedUsersQuery = (typed: string) =>
  queryOptions({
    queryKey: ['named-users', typed.toLowerCase()],
    queryFn: () => browserCall(suggestMentions, { query: { q: `@${typed}`, only: 'users' } }),
    staleTime: 60_000,
  })

/** History of a pet, newest first. */
export const petActionsQuery = (id: PetId) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['pet-actions', id],
    queryFn: ({ pageParam }) => browserCall(listPetActions, { params: { id }, query: cursorParam(pageParam) }),
    staleTime: 0,
  })

export const invitationQuery = (id: InviteId, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: () => call(getInvitation, { params: { id } }),
    staleTime: 0,
  })

/** Invitation of a one-time link; null before its secret is known. */
export const inviteLinkQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['invite-link', token],
    queryFn: () => browserCall(openInviteLink, { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  })
