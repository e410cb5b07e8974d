import { createComment } from '@pawtrait/contract/comments.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { markNotificationsRead } from '@pawtrait/contract/notifications.ts'
import { getUserPosts } from '@pawtrait/contract/posts.ts'
import type { App } from '../../apps/server/src/platform/http/serve.ts'
import type { DemoClient } from './stories.ts'

type Person = { id: UserId; username: string }

const READ_DAYS_AGO = 1.5

// Job that renders AVIF files and widths above 1200 px. The demo skips it, because the app runs this job later.
const SKIPPED_JOBS = ['enlarge-photo']

const mentionTexts = [
  'This one is for you, @{name}.',
  '@{name} should see those ears.',
  'Is that not the rug of @{name}?',
]

/**
 * Creates comments that mention the three demo accounts, and delivers all notifications of the demo. Marks
 * notifications as read, except those of the last 36 hours. `today` is the time of the demo's first start, in ms.
 */
export async function notifyDemoUsers(
  { deps: { events, jobs } }: Pick<App, 'deps'>,
  client: DemoClient,
  community: readonly Person[],
  { today, print }: { today: number; print: (line: string) => void },
): Promise<void> {
  print('Sending notifications…')
  for (const [number, person] of community.slice(0, 3).entries()) await mentionPerson(client, community, person, number)
  client.at(0)
  await events.drain()
  print('Finishing background jobs…')
  await jobs.drain(SKIPPED_JOBS)
  print('Marking older notifications as read…')
  const upTo = new Date(today - READ_DAYS_AGO * DAY_MS).toISOString()
  for (const { id } of community) await client.call(id, markNotificationsRead, { body: { upTo } })
}

/** Mentions a person in a comment on the newest post of another person. */
async function mentionPerson(
  { at, call }: DemoClient,
  community: readonly Person[],
  { username }: Person,
  number: number,
) {
  const [host, guest] = [community[number + 4], community[number + 7]]
  if (!host || !guest) throw new Error('the demo has too few people for mentions')
  at(0.1 * (number + 1))
  const { posts } = await call(host.id, getUserPosts, { params: { id: host.id }, query: { limit: '1' } })
  const post = posts.find(({ audience }) => audience === 'everyone')
  const text = (mentionTexts[number] ?? '').replace('{name}', username)
  if (post) await call(guest.id, createComment, { params: { id: post.id }, body: { text } })
}
