import type { Comment } from '@pawtrait/contract/comments.ts'
import type { FakeNetwork } from './fake-network.ts'

/** Adds comment endpoints to the fake network: paginated top-level comments, threads, and the newest comments. */
export function fakeCommentsApi(net: FakeNetwork, comments: readonly Comment[]) {
  net.on('GET /api/posts/*/comments', ({ query }) => {
    const [limit, after, thread] = [Number(query.get('limit')), query.get('cursor') ?? '', query.get('thread')]
    const [before, linked] = [query.get('before'), query.get('comment')]
    const list = comments.filter(({ rootId }) => rootId === thread)
    const isBackward = before !== null || query.get('from') === 'newest'
    const candidates = list.filter(({ id }) => !before || id < before)
    const startIndex = linked ? Math.max(0, list.findIndex(({ id }) => id === linked) - 5) : 0
    const remaining = isBackward ? candidates.toReversed() : list.slice(startIndex).filter(({ id }) => id > after)
    const pageComments = isBackward ? remaining.slice(0, limit).toReversed() : remaining.slice(0, limit)
    const listFirstReplies = (id: string) => comments.filter(({ rootId }) => rootId === id).slice(0, 3)
    const body = {
      comments: thread ? pageComments : pageComments.flatMap((top) => [top, ...listFirstReplies(top.id)]),
      cursor: !isBackward && remaining.length > limit ? pageComments.at(-1)?.id : null,
      before: (isBackward && remaining.length > limit) || startIndex > 0 ? pageComments[0]?.id : null,
      commentCount: comments.length,
    }
    return { status: 200, body }
  })
}
