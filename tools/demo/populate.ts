import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createComment } from '@pawtrait/contract/comments.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { followPet, followUser } from '@pawtrait/contract/follows.ts'
import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { likePost } from '@pawtrait/contract/likes.ts'
import { createPet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { editPhoto } from '@pawtrait/contract/photos/photos.ts'
import { createPost } from '@pawtrait/contract/posts.ts'
import { editProfile, setProfileImage } from '@pawtrait/contract/profiles.ts'
import { savePost } from '@pawtrait/contract/saves.ts'
import type { App } from '../../apps/server/src/platform/http/serve.ts'
import { sweepThrottles } from '../../apps/server/src/platform/security/throttle.ts'
import { createActions, type DemoActions } from './actions.ts'
import { addThread } from './comment-threads.ts'
import { fillProfile } from './fill-profile.ts'
import type { Journal } from './journal.ts'
import type { MovableClock } from './movable-clock.ts'
import { notifyDemoUsers } from './notify-demo-users.ts'
import { type DemoPet, type DemoUser, demoPeople } from './people.ts'
import { createSeededRandom, type Random } from './random.ts'
import { drawPortrait, drawScene, findDrawing, type Scene } from './scenes.ts'
import { setUpPrivacy } from './set-up-privacy.ts'
import { sharePets } from './share-pets.ts'
import { type DemoClient, postStories } from './stories.ts'
import { captionTexts, commentTexts, postPlaces } from './texts.ts'

const POSTS = 120
const SCENES = 4 // per animal
// Number of accounts that the demo prints for log-in. Their first animals have more scenes and posts, so that their
// pages look full.
const SHOWN_PEOPLE = 3
const SHOWN_SCENES = 9
// Number of posts, counted from the newest, that get many comments. Older posts get fewer.
const NEWEST = 16
const FIRST_DAY = 46 // days ago

type Animal = DemoPet & { id: PetId; coat: number; scenes: Scene[] }
type Person = DemoUser & { id: UserId; animals: Animal[] }
type DemoSite = DemoActions & {
  app: App
  clock: MovableClock
  dice: Random
  today: number
  usedCaptions: Set<string>
  /** Number of posts that already show each scene. */
  shown: Map<Scene, number>
}

/**
 * Creates the demo's users and pets, and seven weeks of posts, follows, likes, comments and saves. Does not repeat
 * steps that the journal contains. `print` receives progress lines.
 */
export async function populateDemo(
  app: App,
  clock: MovableClock,
  journal: Journal,
  print: (line: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-demo-'))
  const site: DemoSite = {
    ...createActions(app, clock, journal, folder),
    app,
    clock,
    dice: createSeededRandom(2026),
    today: journal.today,
    usedCaptions: new Set(),
    shown: new Map(),
  }
  try {
    print(`${demoPeople.length} people sign up…`)
    const community = await signUpPeople(site, print)
    print('They follow each other…')
    await followEachOther(site, community)
    print(`${POSTS} posts arrive…`)
    await createPosts(site, community, print)
    print('Stories arrive…')
    await postStories(createDemoClient(site), community)
    print('Pets are shared, celebrated and remembered…')
    await sharePets(createDemoClient(site), community)
    print('Posts are pinned and archived…')
    await fillProfile(createDemoClient(site), community)
    at(site, 0.01)
    await setUpPrivacy(site.call, community)
    await notifyDemoUsers(app, createDemoClient(site), community, { today: site.today, print })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const createDemoClient = (site: DemoSite): DemoClient => ({
  dice: site.dice,
  at: (daysAgo) => at(site, daysAgo),
  call: site.call,
  upload: site.upload,
})

const at = ({ clock, today }: DemoSite, daysAgo: number) => clock.set(new Date(today - daysAgo * DAY_MS))

async function signUpPeople(site: DemoSite, print: (line: string) => void): Promise<Person[]> {
  const community: Person[] = []
  for (const [number, user] of demoPeople.entries()) {
    at(site, FIRST_DAY + 20 - number * 0.4)
    const id = await site.signUp(user)
    if (user.bio) await site.call(id, editProfile, { body: { bio: user.bio } })
    const animals: Animal[] = []
    for (const [index, animal] of user.pets.entries())
      animals.push(
        await createPetWithScenes(site, { ...user, id }, animal, {
          number: number + index,
          count: number < SHOWN_PEOPLE && index === 0 ? SHOWN_SCENES : SCENES,
        }),
      )
    const [first] = animals
    if (first && number % 2 === 0) await site.call(id, setProfileImage, { body: { pet: first.id } })
    community.push({ ...user, id, animals })
    if (community.length % 5 === 0) print(`  ${community.length} of ${demoPeople.length}`)
  }
  return community
}

const birthdayAtAge = (today: number, [years, months]: DemoPet['age']) => {
  const born = new Date(today)
  born.setUTCMonth(born.getUTCMonth() - years * 12 - months)
  born.setUTCDate(born.getUTCDate() - 9) // Ensures that no pet has its birthday today.
  return born.toISOString().slice(0, 10)
}

async function createPetWithScenes(
  site: DemoSite,
  owner: DemoUser & { id: UserId },
  animal: DemoPet,
  { number, count }: { number: number; count: number },
): Promise<Animal> {
  const { name, species, breed, backdrop, age } = animal
  const body = { name, species, breed, backdrop, birthday: birthdayAtAge(site.today, age) }
  const { id } = await site.call(owner.id, createPet, { body })
  const sitter = { drawing: findDrawing(species), coat: number }
  const portrait = await site.upload(owner.id, (await drawPortrait(number, sitter)).jpeg)
  await site.call(owner.id, setPortrait, { params: { id }, body: { photo: portrait } })
  const scenes: Scene[] = []
  for (let index = 0; index < count; index++) scenes.push(await drawScene(number * 31 + index, [sitter], owner.places))
  return { ...animal, id, coat: number, scenes }
}

async function followEachOther(site: DemoSite, community: Person[]): Promise<void> {
  const { dice } = site
  for (const person of community) {
    const others = community.filter(({ id }) => id !== person.id)
    for (const other of dice.some(others, dice.whole(5, 14))) {
      at(site, FIRST_DAY - dice.next() * 20)
      await site.call(person.id, followUser, { params: { id: other.id } })
      const [animal] = other.animals
      if (animal && dice.next() < 0.25) await site.call(person.id, followPet, { params: { id: animal.id } })
    }
  }
}

async function createPosts(site: DemoSite, community: Person[], print: (line: string) => void): Promise<void> {
  const { dice } = site
  const authors = community.filter(({ animals }) => animals.length > 0)
  let last: Person | undefined
  for (let number = 0; number < POSTS; number++) {
    const daysAgo = FIRST_DAY * (1 - number / POSTS) ** 1.3 + 0.02
    const author = number < authors.length ? authors[number] : nextAuthor(dice, authors, last)
    if (!author) throw new Error('the demo has no people')
    last = author
    const post = await createDemoPost(site, author, daysAgo)
    await addReactions(site, community, author, { ...post, daysAgo, isNewest: number >= POSTS - NEWEST })
    if (number % 30 === 29) print(`  ${number + 1} of ${POSTS}`)
  }
}

/**
 * Picks an author who differs from the author of the last post: for 35 % of the posts among the first `SHOWN_PEOPLE`
 * authors, otherwise among all authors.
 */
function nextAuthor(dice: Random, authors: readonly Person[], last: Person | undefined): Person {
  const from = dice.next() < 0.35 ? authors.slice(0, SHOWN_PEOPLE) : authors
  return dice.pick(from.filter((author) => author !== last))
}

type CreatedPost = { id: PostId; animal: Animal }

async function createDemoPost(site: DemoSite, author: Person, daysAgo: number): Promise<CreatedPost> {
  const { dice } = site
  at(site, daysAgo)
  const [favourite] = author.animals
  const animal = favourite && dice.next() < 0.6 ? favourite : dice.pick(author.animals)
  // Half of the posts have one photo. All other posts have two to five.
  const scenes = pickRareScenes(site, animal.scenes, dice.pick([1, 1, 1, 1, 2, 2, 3, 5]))
  const [first] = scenes
  const fill = (text: string) => text.replaceAll('{pet}', animal.name).replaceAll('{where}', first?.words ?? '')
  const photos = []
  for (const scene of scenes) {
    const id = await site.upload(author.id, scene.jpeg)
    const times = site.shown.get(scene) ?? 0
    site.shown.set(scene, times + 1)
    if (times > 0 || dice.next() < 0.3)
      await site.call(author.id, editPhoto, { params: { id }, body: { crop: randomCrop(dice), rotate: 0 } })
    photos.push({ id, alt: `${animal.name}, ${article(animal.breed)}, ${scene.words}` })
  }
  const place = dice.next() < 0.7 ? dice.pick(postPlaces) : ''
  const audience = dice.next() < 0.06 ? 'followers' : 'everyone'
  const caption = fill(pickCaption(site, author.captions?.[animal.name] ?? []))
  const body = { photos, caption, pets: [animal.id], place, audience }
  const { id } = await site.call(author.id, createPost, { body })
  return { id, animal }
}

/** Returns the `count` scenes that posts have shown least often. */
const pickRareScenes = ({ dice, shown }: DemoSite, scenes: readonly Scene[], count: number): Scene[] =>
  dice
    .some(scenes, scenes.length)
    .toSorted((a, b) => (shown.get(a) ?? 0) - (shown.get(b) ?? 0))
    .slice(0, count)

/** Returns an unused caption of the animal, or one of `captionTexts`. */
function pickCaption({ dice, usedCaptions }: DemoSite, own: readonly string[]): string {
  const unused = own.filter((text) => !usedCaptions.has(text))
  const caption = dice.pick(unused.length > 0 && dice.next() < 0.75 ? unused : captionTexts)
  usedCaptions.add(caption)
  return caption
}

const article = (breed: string) => `${/^[aeiou]/i.test(breed) ? 'an' : 'a'} ${breed.toLowerCase()}`

// Returns a random crop, so that photos of the same drawing look different.
const randomCrop = (dice: Random) => ({
  x: 0.05 + dice.next() * 0.1,
  y: 0.14 + dice.next() * 0.06,
  width: 0.8,
  height: 0.8,
})

type PostToDiscuss = CreatedPost & { daysAgo: number; isNewest: boolean }

async function addReactions(site: DemoSite, community: Person[], author: Person, post: PostToDiscuss): Promise<void> {
  const { dice } = site
  const { daysAgo, isNewest } = post
  // Deletes the rate limiter's counters. The demo moves its clock back, so the counters' time windows would be in the
  // future and never end.
  await sweepThrottles(site.app.deps.database, new Date(site.today + DAY_MS))
  const fill = (text: string) => text.replaceAll('{pet}', post.animal.name)
  const others = community.filter(({ id }) => id !== author.id)
  const after = () => at(site, daysAgo * dice.next())
  const postId = { params: { postId: post.id } }
  for (const { id } of dice.some(others, dice.whole(1, 18))) {
    after()
    await site.callIfVisible(id, likePost, postId)
    if (dice.next() < 0.08) await site.callIfVisible(id, savePost, postId)
  }
  const usedTexts: string[] = []
  const { clock, today, callIfVisible } = site
  const conversation = { dice, clock, today, post: post.id, author: author.id, call: callIfVisible }
  for (const { id } of dice.some(others, isNewest ? dice.whole(3, 6) : dice.whole(1, 4))) {
    after()
    const text = fill(dice.pick(commentTexts.filter((candidate) => !usedTexts.includes(candidate))))
    usedTexts.push(text)
    const comment = await site.callIfVisible(id, createComment, { params: { id: post.id }, body: { text } })
    if (comment) await addThread({ ...conversation, fill, others: others.map((other) => other.id) }, comment)
  }
}
