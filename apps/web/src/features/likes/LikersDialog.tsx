import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PersonRow } from '#features/follows/PersonRow.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { rowListClass } from '#ui/lists/RowCard.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { likersQuery } from './likers-cache.ts'

type LikersDialogProps = { post: Pick<Post, 'id'>; open: boolean; onClose: () => void }

export function LikersDialog({ post, open, onClose }: LikersDialogProps) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t(phrases.likes.likersTitle)} closeLabel={t(phrases.ui.close)}>
      <Likers post={post} />
    </Dialog>
  )
}

function Likers({ post }: Pick<LikersDialogProps, 'post'>) {
  const t = useTranslate()
  const list = useInfiniteQuery(likersQuery(post.id))
  return (
    <QueryContent query={list} failed={t(phrases.likes.likersLoadFailed)}>
      {({ pages }) => {
        const people = pages.flatMap(({ users }) => users)
        if (people.length === 0) return <p className="muted">{t(phrases.likes.emptyText)}</p>
        return (
          <>
            <ul className={rowListClass} aria-label={t(phrases.likes.likersTitle)}>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} to={paths.user(person.username)} />
              ))}
            </ul>
            <LoadMoreButton list={list} label={t(phrases.likes.showMoreLikers)} />
          </>
        )
      }}
    </QueryContent>
  )
}
