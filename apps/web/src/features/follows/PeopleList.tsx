import type { FollowListPage } from '@pawtrait/contract/follows.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './PeopleList.module.css'
import { PersonRow } from './PersonRow.tsx'

const RemoveFollowerButton = lazyComponent(
  async () => (await import('./RemoveFollowerButton.tsx')).RemoveFollowerButton,
)

type PeopleListProps = {
  list: Parameters<typeof toPaginationState>[0] & {
    data: { pages: FollowListPage[] } | undefined
    errorUpdateCount: number
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => Promise<unknown>
  }
  label: string
  empty: ReactNode
  /** True for the list of the viewer's own followers: each row has a Remove button. */
  canRemove?: boolean
}

/** List of people, with its loading, error, empty and filled states. */
export function PeopleList({ list, label, empty, canRemove = false }: PeopleListProps) {
  const t = useTranslate()
  const onVisitor = useVisitorGate()
  if (hasQueryFailed(list))
    return (
      <LoadErrorMessage title={t(phrases.profiles.listLoadFailed)} query={list}>
        {t(phrases.profiles.loadFailedText)}
      </LoadErrorMessage>
    )
  if (!list.data) return <PeopleSkeleton />
  const people = list.data.pages.flatMap(({ users }) => users)
  if (people.length === 0 && !list.hasNextPage) return empty
  return (
    <>
      <ul className={styles.people} aria-label={label} aria-busy={list.isPlaceholderData}>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            to={paths.user(person.username)}
            onVisitor={onVisitor}
            more={canRemove && <RemoveFollowerButton person={person} />}
          />
        ))}
      </ul>
      <LoadMore {...toPaginationState(list)} />
    </>
  )
}

const ROWS = 8

function PeopleSkeleton() {
  const t = useTranslate()
  return (
    <LabelledSkeleton label={t(phrases.ui.loadingLabel)}>
      <div className={styles.people}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} shape="block" className={styles.row} />
        ))}
      </div>
    </LabelledSkeleton>
  )
}
