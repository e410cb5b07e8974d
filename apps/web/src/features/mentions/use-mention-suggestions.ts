import type { PostId } from '@pawtrait/contract/ids.ts'
import { type MentionSuggestion, suggestMentions } from '@pawtrait/contract/mention-suggestions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useDebounced } from '#lib/use-debounced.ts'

/** Returns suggestions for the typed text, debounced by 150 ms. Until they load, returns the previous suggestions. */
export function useMentionSuggestions(typed: string | null, post: PostId | undefined): MentionSuggestion[] {
  const q = useDebounced(typed ?? '', 150)
  const { data } = useQuery({
    queryKey: ['mentions', q.toLowerCase(), post ?? ''],
    queryFn: () => call(suggestMentions, { query: { q, ...(post && { post }) } }),
    enabled: typed !== null && q !== '' && q !== '#',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  // Filters the previous suggestions, because the user may have replaced # with @ or @ with #.
  const isTag = typed?.startsWith('#')
  return typed === null ? [] : (data?.hits.filter(({ type }) => (type === 'tag') === isTag) ?? [])
}
