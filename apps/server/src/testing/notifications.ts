import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { NotificationPage, type UnreadCount } from '@pawtrait/contract/notifications.ts'
import * as v from 'valibot'
import type { EventTypes } from '#app/event-types.ts'
import type { EventType } from '#platform/jobs/events.ts'
import type { TestUser } from './fixtures.ts'
import type { TestServer } from './server.ts'

/** Returns helpers for tests of notifications on one server. */
export function notificationHelpersFor(server: TestServer) {
  const list = async (user: TestUser, query = '') => {
    const answer = await server.call(user, 'GET', `/api/notifications${query}`)
    if (answer.status !== 200) throw new Error(`no list: ${answer.text}`)
    return v.parse(NotificationPage, answer.body)
  }
  return {
    list,
    /** Returns the user's notifications as text, with read state, kind, actors and count. */
    lines: async (user: TestUser, query = '') =>
      (await list(user, query)).notifications.map(
        ({ type, actors, actorCount, unread }) =>
          `${unread ? '*' : ''}${type}: ${actors.map(({ username }) => username).join(', ')} (${actorCount})`,
      ),
    unread: async (user: TestUser) =>
      (await server.call<UnreadCount>(user, 'GET', '/api/notifications/unread')).body.unread,
    like: (user: TestUser, post: string, method: 'PUT' | 'DELETE' = 'PUT') =>
      server.call(user, method, `/api/posts/${post}/like`),
    /** Posts a comment and runs its jobs. */
    says: async (user: TestUser, post: { id: string }, text: string, to?: string): Promise<CommentId> => {
      const body = { text, parentId: to ?? null }
      const written = await server.call<Comment>(user, 'POST', `/api/posts/${post.id}/comments`, body)
      if (written.status !== 201) throw new Error(`nothing was said: ${written.text}`)
      await server.runJobs()
      return written.body.id
    },
    /** Emits an event and runs its jobs. */
    happened: async <Type extends EventType>(type: Type, data: EventTypes[Type]) => {
      await server.deps.events.emit(server.deps.database, type, data)
      await server.runJobs()
    },
  }
}
