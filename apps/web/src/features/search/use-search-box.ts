import type { Hit } from '@pawtrait/contract/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#lib/use-debounced.ts'
import { useCombobox } from '#ui/forms/use-combobox.ts'
import { suggestionsQuery } from './search-cache.ts'

/** A few matches for what is typed, once typing pauses; those found so far stay until the next are there. */
function useSuggestedHits(typed: string, isWanted: boolean): Hit[] {
  const asked = useDebounced(typed, 150)
  const { data } = useQuery({
    ...suggestionsQuery(asked),
    enabled: isWanted && asked !== '',
    placeholderData: keepPreviousData,
  })
  // Posts have no name that one would begin to type.
  return typed === '' ? [] : (data?.hits.filter(({ type }) => type !== 'post') ?? [])
}

/** The text of the field: what is typed, or what the address says when Back or a link changed it. */
function useTyped(q: string) {
  const [typed, setTyped] = useState(q)
  const [searched, setSearched] = useState(q)
  if (searched !== q) {
    setSearched(q)
    setTyped(q)
  }
  return [typed, setTyped] as const
}

/** What is typed into the search field, what is suggested for it and which suggestion the arrows are at. */
export function useSearchBox({ q, onPick }: { q: string; onPick: (hit: Hit) => void }) {
  const [typed, setTyped] = useTyped(q)
  const { isWanted, at, show, walk } = useCombobox()
  const hits = useSuggestedHits(typed.trim(), isWanted)
  const close = () => show(false)
  const pick = (hit: Hit) => {
    close()
    onPick(hit)
  }
  const type = (next: string) => {
    setTyped(next)
    show(true)
  }
  return { typed, type, hits, at, close, pick, ...walk(hits, pick) }
}
