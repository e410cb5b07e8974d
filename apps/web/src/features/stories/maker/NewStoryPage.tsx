import { paths } from '@pawtrait/contract/paths.ts'
import { useIsMutating } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useHasHydrated } from '#lib/time/use-now.ts'
import { useGoBack } from '#shell/navigation/PageRouter.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { StoryForm } from './StoryForm.tsx'
import styles from './StoryMaker.module.css'
import { hasStoryDraft } from './story-draft.ts'

export const loader = userPageLoader(({ t }) => ({ head: createPageHead(t, t(phrases.stories.newStory)) }))

/** The page at `/stories/new`, full-screen like the story viewer. Leaving the page keeps the draft. */
export function NewStoryPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const pets = useOwnPets()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  // Only a script can make the dialog modal. In the server's HTML it is open but not modal.
  const isBrowser = useHasHydrated()
  useLayoutEffect(() => {
    if (isBrowser && !dialog.current?.open) dialog.current?.showModal()
  }, [isBrowser])
  const goBack = useGoBack(paths.feed)
  const toast = useToast()
  const isPublishing = useIsMutating({ mutationKey: ['publish-story'] }) > 0
  const leave = () => {
    if (viewer && !isPublishing && hasStoryDraft(viewer.id)) toast({ text: t(phrases.drafts.draftSaved) })
    goBack()
  }
  return (
    <dialog
      ref={dialog}
      open={!isBrowser}
      className={styles.maker}
      aria-label={t(phrases.stories.newStory)}
      onCancel={(event) => {
        // If the event cannot be cancelled, the browser closes the dialog, and `onClose` below runs.
        if (event.target !== event.currentTarget || !event.cancelable) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => event.target === event.currentTarget && leave()}
    >
      <main id="main" tabIndex={-1}>
        {viewer && (
          // A new key after hydration mounts a new form, which reads this tab's draft.
          <StoryForm
            key={String(isBrowser)}
            viewer={viewer.id}
            pets={pets}
            onPosted={() => void navigate(paths.feed)}
            onLeave={leave}
          />
        )}
      </main>
    </dialog>
  )
}
