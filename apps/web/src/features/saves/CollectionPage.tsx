import type { CollectionId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { speciesFilterQuery } from '#features/blocks/use-species-filter.ts'
import { PaginatedPostGrid } from '#features/posts/PaginatedPostGrid.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { collectionPostsQuery, collectionQuery } from './collection-cache.ts'
import styles from './SavedPage.module.css'
import { useDeleteCollection } from './use-collections.ts'

export const loader = userPageLoader(async ({ t, queries, call }, { params }) => {
  const id = params.id as CollectionId
  const { name } = await fetchWithCacheFallback(queries, collectionQuery(id, call))
  if (import.meta.env.SSR) await queries.prefetchInfiniteQuery(collectionPostsQuery(id, call))
  return { head: createPageHead(t, name) }
})

/** The page at `/saved/{id}`, which shows a collection of the viewer. */
export function CollectionPage() {
  const { data } = useQuery(collectionQuery(useParams().id as CollectionId))
  return data ? <CollectionView key={data.id} collection={data} /> : null
}

function CollectionView({ collection }: { collection: Collection }) {
  const t = useTranslate()
  const list = useInfiniteQuery(collectionPostsQuery(collection.id))
  return (
    <>
      <TopBar title={collection.name} back titled />
      <MainContent>
        <div className={styles.head}>
          <p className="muted">{t(phrases.saves.postCount, { count: collection.postCount })}</p>
          <CollectionActions collection={collection} />
        </div>
        <PaginatedPostGrid list={list} label={collection.name} empty={<Empty />} />
      </MainContent>
    </>
  )
}

/** Explains why the list is empty: the collection has no posts, or the animal filter hides them. */
function Empty() {
  const t = useTranslate()
  const { data } = useQuery(speciesFilterQuery())
  const filters = data && (data.species.length > 0 || data.words.length > 0)
  const change = (
    <Link className={buttonClass({ kind: 'soft' })} to={paths.animals}>
      {t(phrases.saves.hiddenAnimalsLink)}
    </Link>
  )
  return (
    <EmptyState
      picture={<EmptyListArt of="collection" />}
      title={t(phrases.saves.collectionEmptyTitle)}
      actions={filters ? change : undefined}
    >
      {t(filters ? phrases.saves.collectionFilteredText : phrases.saves.collectionEmptyText)}
    </EmptyState>
  )
}

function CollectionActions({ collection }: { collection: Collection }) {
  const t = useTranslate()
  const toast = useToast()
  const [dialog, setDialog] = useState<'none' | 'name' | 'delete'>('none')
  const close = () => setDialog('none')
  return (
    <div className={styles.acts}>
      <Button kind="soft" small onClick={() => setDialog('name')}>
        <Icon path={pencil} size={20} />
        {t(phrases.saves.renameButton)}
      </Button>
      <Button kind="ghost" small onClick={() => setDialog('delete')}>
        <Icon path={trash} size={20} />
        {t(phrases.saves.deleteButton)}
      </Button>
      <CollectionNameDialog
        open={dialog === 'name'}
        onClose={close}
        collection={collection}
        onNamed={({ name }) => toast({ text: t(phrases.saves.renamedToast, { name }) })}
      />
      <DeleteDialog collection={collection} open={dialog === 'delete'} onClose={close} />
    </div>
  )
}

type DeleteDialogProps = { collection: Collection; open: boolean; onClose: () => void }

function DeleteDialog({ collection: { id, name }, open, onClose }: DeleteDialogProps) {
  const t = useTranslate()
  const toast = useToast()
  const visit = useNavigateAndWait()
  const remove = useDeleteCollection(id)
  const onSuccess = () => {
    toast({ text: t(phrases.saves.deletedToast, { name }) })
    void visit(paths.saved, { replace: true })
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(phrases.saves.deleteTitle, { name })}
      yes={t(phrases.saves.deleteButton)}
      onYes={() => remove.mutate(undefined, { onSuccess })}
      busy={remove.isPending}
    >
      <p className="muted">{t(phrases.saves.deleteText)}</p>
      <CallErrorMessage title={t(phrases.saves.deleteFailed)} error={remove.error} />
    </ConfirmDialog>
  )
}
