import { paths } from '@pawtrait/contract/paths.ts'
import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { CollectionList } from './CollectionList.tsx'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { collectionsQuery } from './collection-cache.ts'
import styles from './SavedPage.module.css'
import { SavedPosts, savedPostsQuery } from './SavedPosts.tsx'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  if (import.meta.env.SSR)
    await Promise.all([
      queries.prefetchQuery(collectionsQuery(undefined, call)),
      queries.prefetchInfiniteQuery(savedPostsQuery(call)),
    ])
  return { head: createPageHead(t, t(phrases.saves.savedMark)) }
})

/** The page at `/saved`, with the viewer's collections and saved posts. */
export function SavedPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t(phrases.saves.savedMark)} back titled />
      <MainContent>
        <Collections />
        <section aria-labelledby="everything">
          <h2 id="everything" className={styles.title}>
            {t(phrases.saves.allSavedPosts)}
          </h2>
          <SavedPosts label={t(phrases.saves.allSavedPosts)} />
        </section>
      </MainContent>
    </>
  )
}

function Collections() {
  const t = useTranslate()
  const toast = useToast()
  const visit = useNavigateAndWait()
  const list = useQuery(collectionsQuery())
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <div className={styles.head}>
        <p className="muted">{t(phrases.saves.onlyYouNote)}</p>
        <Button kind="soft" small onClick={() => setNaming(true)}>
          <Icon path={plus} size={20} />
          {t(phrases.saves.newCollection)}
        </Button>
      </div>
      {hasQueryFailed(list) && <LoadErrorMessage title={t(phrases.saves.listLoadFailed)} query={list} />}
      {list.data && <CollectionList collections={list.data} pathOf={({ id }) => paths.collection(id)} />}
      <CollectionNameDialog
        open={isNaming}
        onClose={() => setNaming(false)}
        collection={null}
        onNamed={({ id, name }) => {
          toast({ text: t(phrases.saves.createdToast, { name }) })
          void visit(paths.collection(id))
        }}
      />
    </>
  )
}
