import { expect } from 'vitest'
import type { Journey } from './journey.ts'
import {
  buyPremium,
  callApi,
  createFollow,
  createPhoto,
  createTestPet,
  createTestPost,
  type Member,
} from './test-data.ts'

/** Users and posts that the tests of every page use. */
export type PageTestData = {
  author: Member
  reader: Member
  newcomer: Member
  slug: string
  petId: string
  post: string
  /** Id of a post that its author has edited. */
  edited: string
  shelf: string
  /** Id of the author’s story. Empty until `createTestStory` creates the story. */
  story: string
  receipt: string
}

/** Creates the users and their data. The author has a pet, posts and Premium. Author and reader follow each other. */
export async function createPageTestData(aMember: Journey['aMember']): Promise<PageTestData> {
  // With reduced motion a story does not advance by itself.
  const still = { reducedMotion: true }
  const author = await aMember({ fullname: 'Wanjiru Kamau-Oluwaseun', username: 'wanjiru.kamau_x' }, still)
  const reader = await aMember({ fullname: 'Ben Otieno', username: 'ben.o' }, still)
  const newcomer = await aMember({ fullname: 'Chep Korir', username: 'newcomer' }, still)
  const { page } = author
  const pet = { name: 'Chapati von Karura', species: 'cat', bio: 'Long dog, longer opinions' }
  const { id: petId, slug } = await createTestPet(page, pet)
  await createTestPet(reader.page)
  await createFollow(reader.page, author.id)
  await createFollow(page, reader.id)
  const { id: edited } = await createTestPost(page, { caption: 'As it was' })
  await callApi(page, 'PATCH', `/api/posts/${edited}`, { caption: 'As it is', place: 'Karura', audience: 'followers' })
  const words = { caption: 'Sunday in the forest #karura', pets: [petId], place: 'Karura Forest, Nairobi' }
  const { id: post } = await createTestPost(page, { ...words, alt: 'Chapati in the rain' })
  const comments = `/api/posts/${post}/comments`
  const comment = await callApi<{ id: string }>(reader.page, 'POST', comments, { text: 'What a dog' })
  await callApi(page, 'POST', comments, { text: 'He knows, @ben.o', parentId: comment.id })
  for (const member of [author, reader]) await callApi(member.page, 'PUT', `/api/posts/${post}/like`)
  const { id: shelf } = await callApi<{ id: string }>(page, 'POST', '/api/collections', { name: 'Beach dogs' })
  await buyPremium(page)
  await callApi(page, 'PUT', `/api/users/${newcomer.id}/hide`, { days: 7 })
  const { payments } = await callApi<{ payments: { receipt: string }[] }>(page, 'GET', '/api/payments')
  return { author, reader, newcomer, slug, petId, post, edited, shelf, story: '', receipt: payments[0]?.receipt ?? '' }
}

/** Creates a story of the author and waits until it is ready. */
export async function createTestStory(world: PageTestData) {
  const { page } = world.author
  const { id: photo } = await createPhoto(page)
  const words = { photo, pets: [world.petId], caption: 'Out early' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/api/stories', words)
  await expect
    .poll(async () => (await callApi<{ isReady: boolean }>(page, 'GET', `/api/stories/${id}`)).isReady)
    .toBe(true)
  world.story = id
}
