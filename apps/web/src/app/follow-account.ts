import type { UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { followEvents } from '#features/feed/follow-events.ts'
import { catchUpUnread, takeNotification } from '#features/notifications/unread-cache.ts'
import { tellPaid, type Voice } from '#features/payments/tell-paid.ts'
import { viewerQuery } from './viewer.ts'

/** Keeps everything on screen up with the server, and tells of payments wherever one is. @returns the way to stop */
export function followAccount(queries: QueryClient, viewer: { id: UserId }, voice: Voice): () => void {
  void catchUpUnread(queries)
  return followEvents(queries, viewer, {
    onOrder: (id) => {
      void tellPaid(queries, id, voice).then((order) => {
        // Asked for once and never again by itself.
        if (order?.state === 'fulfilled') void queries.fetchQuery({ ...viewerQuery(), staleTime: 0 }).catch(() => {})
      })
    },
    onNotification: (message) => takeNotification(queries, message),
    onGap: () => void catchUpUnread(queries),
  })
}
