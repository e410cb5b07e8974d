import type { Hit } from '@pawtrait/contract/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useDebounced } from '#lib/use-debounced.ts'
import { suggestionsQuery } from './search-cache.ts'

const NONE = -1

/** The next place in a list of `count`, where -1 is the field itself: past either end one is back in the field. */
function step(at: number, by: 1 | -1, count: number): number {
  const next = at + by
  if (next >= count) return NONE
  return next < NONE ? count - 1 : next
}

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
  const [wantsList, setWantsList] = useState(false)
  const [at, setAt] = useState(NONE)
  const hits = useSuggestedHits(typed.trim(), wantsList)
  const isOpen = wantsList && hits.length > 0
  const show = (isWanted: boolean) => {
    setWantsList(isWanted)
    setAt(NONE)
  }
  const close = () => show(false)
  const pick = (hit: Hit) => {
    close()
    onPick(hit)
  }
  const type = (next: string) => {
    setTyped(next)
    show(true)
  }
  const move = (event: KeyboardEvent, by: 1 | -1) => {
    event.preventDefault()
    if (!isOpen) show(true)
    else if (!event.altKey) setAt(step(at, by, hits.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') return move(event, 1)
    if (event.key === 'ArrowUp') return move(event, -1)
    const hit = isOpen ? hits[at] : undefined
    const takes = event.key === 'Enter' && hit !== undefined
    // A closed list leaves Esc to the field, which empties itself.
    const closes = event.key === 'Escape' && isOpen
    if (!takes && !closes) return
    event.preventDefault()
    if (takes) pick(hit)
    else close()
  }
  return { typed, type, hits, at, isOpen, onKeyDown, close, pick }
}
