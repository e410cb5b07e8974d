import type { PostId } from '@pawtrait/contract/ids.ts'
import { type MentionSuggestion, suggestMentions } from '@pawtrait/contract/mention-suggestions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useDebounced } from '#lib/use-debounced.ts'

/** Returns suggestions for the typed text after a pause in typing. Until then it returns the earlier suggestions. */
export function useMentions(typed: string | null, post: PostId | undefined): MentionSuggestion[] {
  const q = useDebounced(typed ?? '', 150)
  const { data } = useQuery({
    queryKey: ['mentions', q.toLowerCase(), post ?? ''],
    queryFn: () => call(suggestMentions, { query: { q, ...(post && { post }) } }),
    enabled: typed !== null && q !== '' && q !== '#',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  // Drops results of the other kind when the sign changes between @ and #.
  const isTag = typed?.startsWith('#')
  return typed === null ? [] : (data?.hits.filter(({ type }) => (type === 'tag') === isTag) ?? [])
}
