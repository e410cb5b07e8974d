import type { Post } from '@pawtrait/contract/posts.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useIsMounted } from '#lib/use-is-mounted.ts'
import { useOptimisticCheckbox } from '#lib/use-optimistic-checkbox.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './AddToCollectionDialog.module.css'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { collectionsQuery } from './collection-cache.ts'
import { type CollectionChange, useFailedCollections, useSetPostInCollection } from './use-collections.ts'

type AddToCollectionDialogProps = { post: Pick<Post, 'id'>; open: boolean; onClose: () => void }

/**
 * Dialog with a checkbox for each of the viewer's collections, checked if the collection contains the post. Saves each
 * change at once.
 */
export function AddToCollectionDialog({ post, open, onClose }: AddToCollectionDialogProps) {
  const t = useTranslate()
  const { setInCollection, failed } = useCollectionChange(post.id, open)
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t(phrases.saves.collectTitle)}
        closeLabel={t(phrases.ui.close)}
        actions={
          <>
            <Button kind="soft" onClick={() => setNaming(true)}>
              <Icon path={plus} size={20} />
              {t(phrases.saves.newCollection)}
            </Button>
            <Button data-autofocus onClick={onClose}>
              {t(phrases.saves.doneButton)}
            </Button>
          </>
        }
      >
        <Shelves postId={post.id} onPlace={setInCollection} />
        {failed && <ErrorBox title={failed} />}
      </Dialog>
      <CollectionNameDialog
        open={isNaming}
        onClose={() => setNaming(false)}
        collection={null}
        onNamed={({ id, name }) => void setInCollection({ id, name, holds: true })}
      />
    </>
  )
}

/**
 * Returns a function that adds the post to a collection or removes it, and the text of its error. A toast shows the
 * error if the dialog is closed.
 */
function useCollectionChange(post: Post['id'], open: boolean) {
  const t = useTranslate()
  const locale = useLocale()
  const toast = useToast()
  const isOpen = useIsMounted(open)
  const formatFailure = (names: string[]) =>
    t(phrases.saves.collectFailed, { names: new Intl.ListFormat(locale).format(names) })
  const collect = useSetPostInCollection(post, (names) => isOpen() || toast({ text: formatFailure(names) }))
  const names = useFailedCollections(post)
  // Catches the rejection, because the dialog displays `failed`.
  const setInCollection = (change: CollectionChange) => collect.mutateAsync(change).catch(() => {})
  return { setInCollection, failed: names.length > 0 && formatFailure(names) }
}

type ShelvesProps = { postId: Post['id']; onPlace: (change: CollectionChange) => Promise<unknown> }

function Shelves({ postId, onPlace }: ShelvesProps) {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(collectionsQuery(postId))} failed={t(phrases.saves.listLoadFailed)}>
      {(shelves) =>
        shelves.length === 0 ? (
          <p className="muted">{t(phrases.saves.listEmptyText)}</p>
        ) : (
          <fieldset className={styles.shelves}>
            <legend className="vh">{t(phrases.saves.collectTitle)}</legend>
            {shelves.map((shelf) => (
              <CollectionCheckbox key={shelf.id} shelf={shelf} onPlace={onPlace} />
            ))}
          </fieldset>
        )
      }
    </QueryContent>
  )
}

type ShelfProps = { shelf: Collection; onPlace: ShelvesProps['onPlace'] }

/** Checkbox of a collection. It shows a change before the server responds. */
function CollectionCheckbox({ shelf: { id, name, postCount, holds }, onPlace }: ShelfProps) {
  const t = useTranslate()
  const [shown, tick] = useOptimisticCheckbox(holds, (holds) => onPlace({ id, name, holds }))
  return (
    <Checkbox
      label={name}
      help={t(phrases.saves.postCount, { count: postCount })}
      checked={shown}
      onChange={({ target }) => tick(target.checked)}
    />
  )
}
