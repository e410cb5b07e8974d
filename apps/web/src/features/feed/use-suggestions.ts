import { suggestions } from '@pawtrait/contract/search.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/call.ts'

/** Pets and users to begin with. Read once: those just followed stay in their places, as "Following". */
export const useSuggestions = () =>
  useQuery({ queryKey: ['suggestions'], queryFn: () => call(suggestions), staleTime: 10 * 60_000 })
