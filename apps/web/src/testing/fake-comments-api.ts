import type { Comment } from '@pawtrait/contract/comments.ts'
import type { FakeNetwork } from './fake-network.ts'

/** Adds comment endpoints to the fake network: paginated top-level comments, threads, and the newest comments. */
export function fakeCommentsApi(net: FakeNetwork, comments: readonly Comment[]) {
  net.on('GET /api/posts/*/comments', ({ query }) => {
    const [limit, after, thread] = [Number(query.get('limit')), query.get('cursor') ?? '', query.get('thread')]
    const [before, linked] = [query.get('before'), query.get('comment')]
    const list = comments.filter(({ rootId }) => rootId === thread)
    const isBack = before !== null || query.get('from') === 'newest'
    const end = list.filter(({ id }) => !before || id < before)
    const from = linked ? Math.max(0, list.findIndex(({ id }) => id === linked) - 5) : 0
    const rest = isBack ? end.toReversed() : list.slice(from).filter(({ id }) => id > after)
    const shown = isBack ? rest.slice(0, limit).toReversed() : rest.slice(0, limit)
    const firstAnswers = (id: string) => comments.filter(({ rootId }) => rootId === id).slice(0, 3)
    const body = {
      comments: thread ? shown : shown.flatMap((top) => [top, ...firstAnswers(top.id)]),
      cursor: !isBack && rest.length > limit ? shown.at(-1)?.id : null,
      before: (isBack && rest.length > limit) || from > 0 ? shown[0]?.id : null,
      commentCount: comments.length,
    }
    return { status: 200, body }
  })
}
