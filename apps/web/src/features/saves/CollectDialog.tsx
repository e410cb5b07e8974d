import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { useToast } from '#ui/Toast.tsx'
import styles from './CollectDialog.module.css'
import { collectionsQuery } from './collection-cache.ts'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { useCollect, useNotCollected } from './use-collections.ts'

type CollectDialogProps = { post: Pick<Post, 'id'>; open: boolean; onClose: () => void }

/** In which of one's collections a post stands; each tick counts at once. */
export function CollectDialog({ post, open, onClose }: CollectDialogProps) {
  const t = useTranslate()
  const { place, failed } = usePlace(post.id, open)
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('saves.collect')}
        closeLabel={t('ui.close')}
        actions={
          <>
            <Button kind="soft" onClick={() => setNaming(true)}>
              <Icon path={plus} size={20} />
              {t('saves.newCollection')}
            </Button>
            <Button data-autofocus onClick={onClose}>
              {t('saves.done')}
            </Button>
          </>
        }
      >
        <Shelves postId={post.id} onPlace={place} />
        {failed && <ErrorBox title={failed} />}
      </Dialog>
      <CollectionNameDialog
        open={isNaming}
        onClose={() => setNaming(false)}
        collection={null}
        onNamed={({ id, name }) => place({ id, name, holds: true })}
      />
    </>
  )
}

/** The way to place a post; and what did not work, which a toast says once the dialog is closed. */
function usePlace(post: Post['id'], open: boolean) {
  const t = useTranslate()
  const locale = useLocale()
  const toast = useToast()
  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
    return () => {
      isOpen.current = false
    }
  }, [open])
  const say = (names: string[]) => t('saves.notPlaced', { names: new Intl.ListFormat(locale).format(names) })
  const collect = useCollect(post, (names) => isOpen.current || toast({ text: say(names) }))
  const names = useNotCollected(post)
  return { place: collect.mutate, failed: names.length > 0 && say(names) }
}

type ShelvesProps = { postId: Post['id']; onPlace: ReturnType<typeof useCollect>['mutate'] }

function Shelves({ postId, onPlace }: ShelvesProps) {
  const t = useTranslate()
  return (
    <Loaded query={useQuery(collectionsQuery(postId))} failed={t('saves.listFailed')}>
      {(shelves) =>
        shelves.length === 0 ? (
          <p className="muted">{t('saves.noneYet')}</p>
        ) : (
          <fieldset className={styles.shelves}>
            <legend className="vh">{t('saves.collect')}</legend>
            {shelves.map(({ id, name, postCount, holds }) => (
              <Checkbox
                key={id}
                label={name}
                help={t('saves.posts', { count: postCount })}
                checked={holds}
                onChange={({ target }) => onPlace({ id, name, holds: target.checked })}
              />
            ))}
          </fieldset>
        )
      }
    </Loaded>
  )
}
