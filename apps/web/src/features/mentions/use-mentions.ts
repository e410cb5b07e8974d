import type { PostId } from '@pawtrait/contract/ids.ts'
import { type MentionHit, suggestMentions } from '@pawtrait/contract/mention-hits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useDebounced } from '#lib/use-debounced.ts'

/** What could be meant by what is typed, once typing pauses; those found so far stay until the next are there. */
export function useMentions(typed: string | null, post: PostId | undefined): MentionHit[] {
  const q = useDebounced(typed ?? '', 150)
  const { data } = useQuery({
    queryKey: ['mentions', q.toLowerCase(), post ?? ''],
    queryFn: () => call(suggestMentions, { query: { q, ...(post && { post }) } }),
    enabled: typed !== null && q !== '' && q !== '#',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  // Between @ and # nothing of the other kind stays.
  const isTag = typed?.startsWith('#')
  return typed === null ? [] : (data?.hits.filter(({ type }) => (type === 'tag') === isTag) ?? [])
}
