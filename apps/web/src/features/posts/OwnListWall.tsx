import { paths } from '@pawtrait/contract/paths.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { PostWall } from './PostWall.tsx'
import type { postList } from './post-lists.ts'

type OwnListWallProps = {
  /** What is drawn while it is empty. */
  of: 'saved' | 'liked'
  list: ReturnType<typeof postList>
  label: string
  /** What is said while it is empty: a heading, and how it is filled. */
  none: string
  noneLead: string
}

/** Posts the viewer put into a list of theirs, last first, as a wall; read anew each time it is looked at. */
export function OwnListWall({ of, list, label, none, noneLead }: OwnListWallProps) {
  const t = useTranslate()
  const read = useInfiniteQuery({ ...list, refetchOnMount: 'always' })
  const explore = (
    <Link className={buttonClass({ kind: 'soft' })} to={paths.search()}>
      {t(phrases.profiles.goExplore)}
    </Link>
  )
  const empty = (
    <EmptyState picture={<EmptyArt of={of} />} title={none} actions={explore}>
      {noneLead}
    </EmptyState>
  )
  return <PostWall list={read} label={label} empty={empty} />
}
