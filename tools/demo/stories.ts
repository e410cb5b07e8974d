import type { CallOutput, Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { addHighlight, createStory, markStoryViewed, pawStory, replyToStory } from '@pawtrait/contract/stories.ts'
import type { Random } from './random.ts'
import type { Scene } from './scenes.ts'

type Animal = { id: PetId; name: string; scenes: Scene[] }
type Person = { id: UserId; animals: Animal[] }

/** Functions with which the demo calls the API. `at` sets the demo's clock for the next calls. */
export type DemoClient = {
  dice: Random
  at: (daysAgo: number) => void
  call: <E extends Endpoint>(userId: UserId, endpoint: E, sent: Record<string, unknown>) => Promise<CallOutput<E>>
  upload: (owner: UserId, jpeg: Buffer) => Promise<PhotoId>
}

const captions = [
  'I can hear a fridge.',
  'Low tide, no leash.',
  'Somebody moved the chair. I noticed.',
  'Day three of not being allowed on the sofa.',
  'The postman is late.',
  'A nap before the nap.',
  '',
]
const replyTexts = ['The ears!', 'I would give up my chair for this.', 'Tell {pet} I said hello.']

const HOURS_PER_DAY = 24
const HIGHLIGHT_DAYS_AGO = 9

/**
 * Posts stories of eight people, with views, likes and replies. Adds a highlight to the page of the first person's pet.
 */
export async function postStories(client: DemoClient, community: readonly Person[]): Promise<void> {
  const authors = community.filter(({ animals }) => animals.length > 0).slice(0, 8)
  for (const [number, author] of authors.entries()) {
    if (number === 0) await createHighlight(client, author)
    // Creates the oldest story first, because rows must be inserted in the order of their time.
    for (let nth = number % 3; nth >= 0; nth--) {
      const hoursAgo = 1 + number * 2 + nth * 1.5
      const story = await createOneStory(client, author, number + nth, hoursAgo / HOURS_PER_DAY)
      await markSeen(client, community, author, story)
    }
  }
}

async function createOneStory({ at, call, upload }: DemoClient, author: Person, number: number, daysAgo: number) {
  const animal = author.animals[number % author.animals.length]
  const scene = animal?.scenes[number % animal.scenes.length]
  if (!animal || !scene) throw new Error('the author has no pet for a story')
  at(daysAgo)
  const photo = await upload(author.id, scene.jpeg)
  const caption = captions[number % captions.length] ?? ''
  const body = { photo, caption, alt: `${animal.name}, ${scene.words}`, pets: [animal.id] }
  const { id } = await call(author.id, createStory, { body })
  return { id, animal, daysAgo }
}

async function createHighlight(client: DemoClient, author: Person) {
  const { id, animal } = await createOneStory(client, author, 1, HIGHLIGHT_DAYS_AGO)
  await client.call(author.id, addHighlight, { params: { id, petId: animal.id } })
}

type CreatedStory = Awaited<ReturnType<typeof createOneStory>>

async function markSeen(
  { dice, at, call }: DemoClient,
  community: readonly Person[],
  author: Person,
  story: CreatedStory,
) {
  const others = community.filter(({ id }) => id !== author.id).slice(3)
  const params = { id: story.id }
  for (const { id } of dice.some(others, dice.whole(3, 9))) {
    at(story.daysAgo * dice.next())
    const wish = dice.next()
    if (wish < 0.4) await call(id, pawStory, { params })
    else if (wish > 0.85) {
      const text = dice.pick(replyTexts).replaceAll('{pet}', story.animal.name)
      await call(id, replyToStory, { params, body: { text } })
    } else await call(id, markStoryViewed, { params })
  }
}
