import type { ReactNode } from 'react'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { EmptyArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'

type ExcludedListProps<Page, One> = {
  of: 'blocked' | 'muted' | 'hidden'
  /** Link below the empty list. */
  onward?: ReactNode
  list: Parameters<typeof LoadMoreButton>[0]['list'] &
    Parameters<typeof QueryContent<{ pages: readonly Page[] }>>[0]['query']
  onesOf: (page: Page) => readonly One[]
  words: { label: string; failed: string; none: string; noneLead: string }
  className?: string | undefined
  children: (item: One) => ReactNode
}

/** List of blocked, muted or hidden users, with its loading, error, empty and filled states. */
export function ExcludedList<Page, One>({
  of,
  onward,
  list,
  onesOf,
  words,
  className,
  children,
}: ExcludedListProps<Page, One>) {
  return (
    <QueryContent query={list} failed={words.failed}>
      {({ pages }) => {
        const ones = pages.flatMap(onesOf)
        if (ones.length === 0)
          return (
            <EmptyState picture={<EmptyArt of={of} />} title={words.none} actions={onward}>
              {words.noneLead}
            </EmptyState>
          )
        return (
          <>
            <ul className={className} aria-label={words.label}>
              {ones.map(children)}
            </ul>
            <LoadMoreButton list={list} />
          </>
        )
      }}
    </QueryContent>
  )
}
