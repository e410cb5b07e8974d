import { paths } from '@pawtrait/contract/paths.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { PaginatedPostGrid } from './PaginatedPostGrid.tsx'
import type { postListQuery } from './post-lists.ts'

type OwnPostListProps = {
  /** Name of the drawing that an empty list shows. */
  of: 'saved' | 'liked'
  list: ReturnType<typeof postListQuery>
  label: string
  /** Heading of the empty list. `noneLead` is the text below it, which explains how to fill the list. */
  none: string
  noneLead: string
}

/** Grid of the viewer's saved or liked posts, last added first. Refetched on every mount. */
export function SavedOrLikedPosts({ of, list, label, none, noneLead }: OwnPostListProps) {
  const t = useTranslate()
  const read = useInfiniteQuery({ ...list, refetchOnMount: 'always' })
  const explore = (
    <Link className={buttonClass({ kind: 'soft' })} to={paths.search()}>
      {t(phrases.profiles.exploreLink)}
    </Link>
  )
  const empty = (
    <EmptyState picture={<EmptyListArt of={of} />} title={none} actions={explore}>
      {noneLead}
    </EmptyState>
  )
  return <PaginatedPostGrid list={read} label={label} empty={empty} />
}
