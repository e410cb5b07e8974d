import type { InviteId, PetId } from '@pawtrait/contract/ids.ts'
import { suggestMentions } from '@pawtrait/contract/mention-suggestions.ts'
import { getInvitation, getPetPeople, listPetActions, openInviteLink } from '@pawtrait/contract/pets/pet-people.ts'
import { getProfile } from '@pawtrait/contract/profiles.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the people of a pet, and its pending invitations. */
export const petPeopleQuery = (id: PetId, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['pet-people', id],
    queryFn: () => call(getPetPeople, { params: { id } }),
    // The server sends no event for a declined invitation, so refetch whenever the window gets the focus.
    refetchOnWindowFocus: 'always',
  })

/** Query for the profile of a username, as a preview before an invitation. */
export const userPreviewQuery = (username: string) =>
  queryOptions({ queryKey: ['person', username], queryFn: () => browserCall(getProfile, { params: { username } }) })

/** Query for users with a name that starts with this text, related users first. */
export const userSuggestionsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['named-users', typed.toLowerCase()],
    queryFn: () => browserCall(suggestMentions, { query: { q: `@${typed}`, only: 'users' } }),
    staleTime: 60_000,
  })

/** Query for the history of a pet, newest action first. */
export const petHistoryQuery = (id: PetId) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['pet-actions', id],
    queryFn: ({ pageParam }) => browserCall(listPetActions, { params: { id }, query: cursorParam(pageParam) }),
    staleTime: 0,
  })

export const invitationQuery = (id: InviteId, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: () => call(getInvitation, { params: { id } }),
    staleTime: 0,
  })

/** Query for the invitation of a one-time link. `token` is the secret of the link; null disables the query. */
export const inviteLinkQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['invite-link', token],
    queryFn: () => browserCall(openInviteLink, { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  })
