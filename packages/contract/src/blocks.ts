import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PetId, UserId } from './ids.ts'
import { Cursor, page, Time } from './lists.ts'
import { PetCard } from './pets.ts'
import { UserCard } from './users.ts'

/** Whether the viewer hides the posts of a user or a pet; `until` null: until they undo it. */
export const HideState = v.object({ hiddenByMe: v.boolean(), until: v.nullable(Time) })
export type HideState = v.InferOutput<typeof HideState>

/** For how many days; null: until it is undone. */
export const HideDays = v.nullable(v.picklist([1, 7, 30]))

const body = v.object({ days: HideDays })
const user = { path: '/api/users/:id/hide', auth: 'user', params: { id: UserId }, output: HideState } as const
const pet = { path: '/api/pets/:id/hide', auth: 'user', params: { id: PetId }, output: HideState } as const

/**
 * One-way and silent: their posts leave the viewer's feed, Explore and search; they stay connected, and a link still
 * opens. Part of the Premium Plan; asked again it changes how long. Undoing needs no plan.
 */
export const hideUser = endpoint({ method: 'PUT', summary: 'Hide the posts of a user', body, ...user })
export const unhideUser = endpoint({ method: 'DELETE', summary: 'Show the posts of a user again', ...user })
export const hidePet = endpoint({ method: 'PUT', summary: 'Hide the posts of a pet', body, ...pet })
export const unhidePet = endpoint({ method: 'DELETE', summary: 'Show the posts of a pet again', ...pet })

/** One line of the settings. */
export const Hidden = v.variant('type', [
  v.object({ type: v.literal('user'), user: UserCard, hiddenAt: Time, until: v.nullable(Time) }),
  v.object({ type: v.literal('pet'), pet: PetCard, hiddenAt: Time, until: v.nullable(Time) }),
])
export type Hidden = v.InferOutput<typeof Hidden>

/** Hidden last first; those whose time has run out are not there. */
export const listHidden = endpoint({
  method: 'GET',
  path: '/api/hides',
  auth: 'user',
  summary: 'Whose posts I hide',
  query: page,
  output: v.object({ hidden: v.array(Hidden), cursor: v.nullable(Cursor) }),
})
