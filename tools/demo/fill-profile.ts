import { createDraft } from '@pawtrait/contract/drafts.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { archivePost, editPost, getUserPosts } from '@pawtrait/contract/posts.ts'
import { addPostToCollection, createCollection, getSavedPosts } from '@pawtrait/contract/saves.ts'
import type { Scene } from './scenes.ts'
import type { DemoClient } from './stories.ts'

type Person = { id: UserId; animals: { id: PetId; name: string; scenes: Scene[] }[] }

/**
 * Creates content for the first person: a post edited twice, an archived post, two drafts, and two collections of saved
 * posts.
 */
export async function fillProfile(client: DemoClient, [owner]: readonly Person[]): Promise<void> {
  if (!owner) throw new Error('the demo has no people')
  await changePosts(client, owner.id)
  await createDrafts(client, owner)
  await fillShelves(client, owner.id)
}

async function changePosts({ call, at }: DemoClient, owner: UserId) {
  const { posts } = await call(owner, getUserPosts, { params: { id: owner }, query: { limit: '5' } })
  const [, changed, away] = posts
  if (!changed || !away) throw new Error('the demo has too few posts to change one')
  const params = { id: changed.id }
  at(0.4)
  await call(owner, editPost, { params, body: { caption: `${changed.caption} Nobody was bribed.` } })
  at(0.2)
  const photos = changed.photos.map(({ id, alt }) => ({ id, alt: `${alt}, a little crooked` }))
  await call(owner, editPost, { params, body: { place: 'Karura Forest', replies: 'followers', photos } })
  await call(owner, archivePost, { params: { id: away.id } })
}

async function createDrafts({ call, upload, at }: DemoClient, { id: owner, animals }: Person) {
  const [animal] = animals
  if (!animal) throw new Error('the first person has no pet for a draft')
  const photos = []
  for (const scene of animal.scenes) {
    at(0.15)
    photos.push({ id: await upload(owner, scene.jpeg), alt: `${animal.name}, ${scene.words}` })
  }
  await call(owner, createDraft, { body: { caption: 'Kept still for a whole second.', photos, pets: [animal.id] } })
  at(0.1)
  await call(owner, createDraft, { body: { caption: 'Note to self: tulips, higher shelf.' } })
}

async function fillShelves({ call, at }: DemoClient, owner: UserId) {
  at(0.05)
  const { posts } = await call(owner, getSavedPosts, { query: { limit: '12' } })
  for (const [nth, name] of ['Beach dogs', 'Disapproval'].entries()) {
    const { id } = await call(owner, createCollection, { body: { name } })
    for (const post of posts.filter((_, at) => at % 2 === nth))
      await call(owner, addPostToCollection, { params: { id, postId: post.id } })
  }
}
