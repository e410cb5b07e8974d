import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { addCloseFriend, followUser, unfollowUser } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { reportItem } from '@pawtrait/contract/moderation/moderation.ts'
import { getUserPosts, type PostPage } from '@pawtrait/contract/posts.ts'
import { setPrivacy } from '@pawtrait/contract/profiles.ts'

type CallApi = (userId: UserId, endpoint: Endpoint, sent: Record<string, unknown>) => Promise<unknown>
type DemoAccount = { id: UserId; username: string }

const PRIVATE = 'tom.odh'
const REQUESTERS = ['amina.o', 'yusuf.b', 'lucy.wangui']
const CLOSE_FRIENDS = ['wanjiru.k', 'leila.h', 'brian.m']

/**
 * Makes the account of tom.odh private, with three follow requests. Gives amina.o, the first demo user, close friends
 * and a report that she has sent.
 */
export async function setUpPrivacy(call: CallApi, community: readonly DemoAccount[]): Promise<void> {
  const named = (username: string) => {
    const somebody = community.find((person) => person.username === username)
    if (!somebody) throw new Error(`the demo has no user ${username}`)
    return { params: { id: somebody.id }, id: somebody.id }
  }
  const [owner, amina] = [named(PRIVATE), named('amina.o')]
  await call(owner.id, setPrivacy, { body: { isPrivate: true } })
  for (const { id } of REQUESTERS.map(named)) {
    await call(id, unfollowUser, { params: owner.params })
    await call(id, followUser, { params: owner.params })
  }
  for (const { params } of CLOSE_FRIENDS.map(named)) await call(amina.id, addCloseFriend, { params })
  const { posts } = (await call(amina.id, getUserPosts, { params: named('otto.k').params, query: {} })) as PostPage
  const [post] = posts
  if (!post) return
  const subject = { type: 'post', id: post.id }
  await call(amina.id, reportItem, {
    body: { subject, reason: 'not-theirs', note: 'I have seen this photo in a newspaper.' },
  })
}
