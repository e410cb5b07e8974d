import type { SearchHit } from '@pawtrait/contract/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#lib/use-debounced.ts'
import { useCombobox } from '#ui/forms/use-combobox.ts'
import { suggestionsQuery } from './search-cache.ts'

/**
 * Returns suggestions for the typed text, debounced by 150 ms. Returns the previous suggestions until the new ones have
 * loaded.
 */
function useSuggestedHits(typed: string, isWanted: boolean): SearchHit[] {
  const debounced = useDebounced(typed, 150)
  const { data } = useQuery({
    ...suggestionsQuery(debounced),
    enabled: isWanted && debounced !== '',
    placeholderData: keepPreviousData,
  })
  // Excludes posts, because they have no name that a suggestion could complete.
  return typed === '' ? [] : (data?.hits.filter(({ type }) => type !== 'post') ?? [])
}

/** Returns the text of the field and its setter. A new query in the URL, by Back or a link, replaces the text. */
function useFieldText(q: string) {
  const [typed, setTyped] = useState(q)
  const [searched, setSearched] = useState(q)
  if (searched !== q) {
    setSearched(q)
    setTyped(q)
  }
  return [typed, setTyped] as const
}

/** State of the search field: text, suggestions, and the active suggestion. */
export function useSearchBox({ q, onPick }: { q: string; onPick: (hit: SearchHit) => void }) {
  const [typed, setTyped] = useFieldText(q)
  const { isWanted, at, show, walk } = useCombobox()
  const hits = useSuggestedHits(typed.trim(), isWanted)
  const close = () => show(false)
  const pickHit = (hit: SearchHit) => {
    close()
    onPick(hit)
  }
  const type = (next: string) => {
    setTyped(next)
    show(true)
  }
  return { typed, type, hits, at, close, pick: pickHit, ...walk(hits, pickHit) }
}
