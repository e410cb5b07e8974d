import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { followPet } from '@pawtrait/contract/follows.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { sendBirthdayPaw } from '@pawtrait/contract/pets/pet-days.ts'
import { createTribute, decideTribute, startMemorial } from '@pawtrait/contract/pets/pet-memorial.ts'
import { acceptInvitation, inviteToPet, type NewInvite } from '@pawtrait/contract/pets/pet-people.ts'
import { createPet, editPet, getPet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { createPost } from '@pawtrait/contract/posts.ts'
import { drawPortrait, drawScene, type Scene } from './scenes.ts'
import type { DemoClient } from './stories.ts'

type Animal = { id: PetId; name: string; scenes: Scene[] }
type Person = { id: UserId; username: string; animals: Animal[] }

const JOINED_DAYS_AGO = 24
const NOW_DAYS_AGO = 0.01

/**
 * Gives the pet Mango three more people who care for it, and an open invitation. Gives Biscuit a fourth birthday, and
 * Bahati a memorial page.
 */
export async function sharePets(client: DemoClient, community: readonly Person[]): Promise<void> {
  const findPerson = (username: string) => {
    const found = community.find((person) => person.username === username)
    if (!found) throw new Error(`the demo has no user ${username}`)
    return found
  }
  await shareMango(client, findPerson)
  await celebrateBiscuit(client, findPerson)
  await rememberBahati(client, findPerson)
}

type FindPerson = (username: string) => Person

const findAnimal = ({ animals }: Person, name: string) => {
  const animal = animals.find((candidate) => candidate.name === name)
  if (!animal) throw new Error(`the demo has no pet ${name}`)
  return animal
}

async function shareMango(client: DemoClient, findPerson: FindPerson) {
  const { at, call } = client
  const owner = findPerson('amina.o')
  const { id } = findAnimal(owner, 'Mango')
  const { today } = await call(owner.id, getPet, { params: { id } })
  const until = daysAfter(today, 11)
  const invite = (body: NewInvite) => call(owner.id, inviteToPet, { params: { id }, body })
  const join = async (username: string, body: NewInvite) => {
    const { invite: invitation } = await invite({ ...body, username })
    await call(findPerson(username).id, acceptInvitation, { params: { id: invitation.id } })
  }
  at(JOINED_DAYS_AGO)
  await join('leila.h', { role: 'family' })
  await join('priya.shah', { role: 'carer' })
  at(JOINED_DAYS_AGO - 5)
  await call(findPerson('leila.h').id, editPet, { params: { id }, body: { bio: 'Bites on Tuesdays.' } })
  at(3)
  await join('brian.m', { role: 'sitter', until })
  at(1)
  await invite({ role: 'family', username: 'tom.odh' })
}

const daysAfter = (day: string, days: number) => {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace(/-02-29$/, '-02-28')

/** Makes today Biscuit's birthday, with a photo on each earlier birthday, so that followers see the birthday card. */
async function celebrateBiscuit({ at, call, upload }: DemoClient, findPerson: FindPerson) {
  const owner = findPerson('wanjiru.k')
  const { id, name, scenes } = findAnimal(owner, 'Biscuit')
  const params = { id }
  at(NOW_DAYS_AGO)
  const { today } = await call(owner.id, getPet, { params })
  await call(owner.id, editPet, { params, body: { birthday: yearsBefore(today, 4) } })
  for (const years of [3, 2, 1]) {
    at((Date.parse(today) - Date.parse(yearsBefore(today, years))) / DAY_MS + NOW_DAYS_AGO)
    const scene = scenes[years % scenes.length]
    if (!scene) throw new Error('the demo has no photo of Biscuit')
    const photos = [{ id: await upload(owner.id, scene.jpeg), alt: `${name}, ${scene.words}` }]
    const caption = `${name} is ${['', 'three', 'two', 'one'][years]} and wants to go out.`
    await call(owner.id, createPost, { body: { photos, caption, pets: [id] } })
  }
  at(NOW_DAYS_AGO)
  for (const username of ['amina.o', 'leila.h', 'brian.m', 'tom.odh'])
    await call(findPerson(username).id, followPet, { params })
  for (const username of ['leila.h', 'brian.m']) await call(findPerson(username).id, sendBirthdayPaw, { params })
}

const memories: [username: string, text: string, isApproved: boolean][] = [
  ['amina.o', 'He waited for our school bus, every day, six years. Nobody had asked him to.', true],
  ['priya.shah', 'The only dog Duchess ever let through a door first.', true],
  ['tom.odh', 'Pixel still looks for him at the corner.', false],
]

async function rememberBahati({ at, call, upload }: DemoClient, findPerson: FindPerson) {
  const owner = findPerson('otto.k')
  at(62)
  const bahati = { name: 'Bahati', species: 'dog', breed: 'Chow chow', backdrop: 'marigold', birthday: '2011-05-03' }
  const bio = 'Fifteen years of walking slightly ahead and looking back.'
  const { id, today } = await call(owner.id, createPet, { body: { ...bahati, bio } })
  const params = { id }
  const sitter = { drawing: 'dog', coat: 2 }
  const portrait = await drawPortrait(4, sitter)
  const walks = await Promise.all([9, 14].map((seed) => drawScene(seed, [sitter], ['hills', 'savannah'])))
  await call(owner.id, setPortrait, { params, body: { photo: await upload(owner.id, portrait.jpeg) } })
  for (const [nth, scene] of walks.entries()) {
    at(61 - nth)
    const photos = [{ id: await upload(owner.id, scene.jpeg), alt: `Bahati, ${scene.words}` }]
    await call(owner.id, createPost, { body: { photos, caption: 'Slightly ahead.', pets: [id] } })
  }
  at(40)
  await call(owner.id, startMemorial, { params, body: { diedOn: daysAfter(today, 15) } })
  for (const [nth, [username, text, isApproved]] of memories.entries()) {
    at(38 - nth)
    const tribute = await call(findPerson(username).id, createTribute, { params, body: { text } })
    if (isApproved) await call(owner.id, decideTribute, { params: { id: tribute.id }, body: { state: 'approved' } })
  }
  at(NOW_DAYS_AGO)
}
