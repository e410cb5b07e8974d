import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { PetId, TributeId } from '../ids.ts'
import { Count, Cursor, pageQuery, Time } from '../lists.ts'
import { Text } from '../text/clean-text.ts'
import { UserCard } from '../users.ts'
import { CalendarDate, Pet } from './pets.ts'

const memorial = { path: '/api/pets/:id/memorial', auth: 'user', params: { id: PetId }, output: Pet } as const

/** Turns the page into a memorial. The pet then has no birthdays, suggestions or "on this day" posts any more. */
export const startMemorial = defineEndpoint({
  method: 'PUT',
  summary: 'Record that a pet has died; its page becomes a memorial',
  body: v.object({ diedOn: v.pipe(CalendarDate, v.nonNullable(v.string(), 'Choose the day.')) }),
  ...memorial,
})
/** Ends the memorial and hides its tributes. If the page becomes a memorial again, the tributes are shown again. */
export const undoMemorial = defineEndpoint({ method: 'DELETE', summary: 'End a memorial', ...memorial })

/** Maximum length of a tribute, in graphemes. */
export const MAX_TRIBUTE_LENGTH = 500

export const Tribute = v.object({
  id: TributeId,
  text: v.string(),
  author: UserCard,
  /** `waiting`: only the author and the pet's owners see the tribute. */
  state: v.picklist(['waiting', 'approved']),
  mine: v.boolean(),
  createdAt: Time,
})
export type Tribute = v.InferOutput<typeof Tribute>

const tributes = { path: '/api/pets/:id/tributes', params: { id: PetId } } as const

/**
 * Lists approved tributes and the viewer's own waiting tributes, newest first. An owner of the pet also gets all
 * waiting tributes.
 */
export const listTributes = defineEndpoint({
  method: 'GET',
  auth: 'anyone',
  summary: 'List the tributes on a memorial, newest first',
  query: pageQuery,
  output: v.object({ tributes: v.array(Tribute), cursor: v.nullable(Cursor), approved: Count }),
  ...tributes,
})
export const createTribute = defineEndpoint({
  method: 'POST',
  auth: 'user',
  summary: 'Leave a tribute on a memorial; it becomes visible once an owner has approved it',
  body: v.object({ text: v.pipe(Text(MAX_TRIBUTE_LENGTH), v.minLength(1, 'Write something.')) }),
  output: Tribute,
  status: 201,
  idempotencyKey: true,
  ...tributes,
})

const tribute = { path: '/api/tributes/:id', auth: 'user', params: { id: TributeId } } as const

/** Approves or declines a tribute. Declining does not inform the author. */
export const decideTribute = defineEndpoint({
  method: 'PATCH',
  summary: 'Approve or decline a tribute',
  body: v.object({ state: v.picklist(['approved', 'declined']) }),
  ...tribute,
})
export const deleteTribute = defineEndpoint({ method: 'DELETE', summary: "Delete the viewer's tribute", ...tribute })
