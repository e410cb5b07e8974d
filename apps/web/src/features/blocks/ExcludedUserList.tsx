import type { ReactNode } from 'react'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'

type ExcludedListProps<Page, Item> = {
  of: 'blocked' | 'muted' | 'hidden'
  /** Link that the empty state shows below its message. */
  emptyAction?: ReactNode
  list: Parameters<typeof LoadMoreButton>[0]['list'] &
    Parameters<typeof QueryContent<{ pages: readonly Page[] }>>[0]['query']
  itemsOf: (page: Page) => readonly Item[]
  words: { label: string; failed: string; none: string; noneLead: string }
  className?: string | undefined
  children: (item: Item) => ReactNode
}

/** List of blocked users, muted users, or hidden users and pets. Has loading, error, empty and filled states. */
export function ExcludedUserList<Page, Item>({
  of,
  emptyAction,
  list,
  itemsOf,
  words,
  className,
  children,
}: ExcludedListProps<Page, Item>) {
  return (
    <QueryContent query={list} failed={words.failed}>
      {({ pages }) => {
        const items = pages.flatMap(itemsOf)
        if (items.length === 0)
          return (
            <EmptyState picture={<EmptyListArt of={of} />} title={words.none} actions={emptyAction}>
              {words.noneLead}
            </EmptyState>
          )
        return (
          <>
            <ul className={className} aria-label={words.label}>
              {items.map(children)}
            </ul>
            <LoadMoreButton list={list} />
          </>
        )
      }}
    </QueryContent>
  )
}
