import { paths } from '@pawtrait/contract/paths.ts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { canGoBack } from '#lib/can-go-back.ts'
import { hiddenHead, loadsForUser } from '#shell/page.ts'
import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { useToast } from '#ui/Toast.tsx'
import { StoryForm } from './StoryForm.tsx'
import styles from './StoryMaker.module.css'

export const loader = loadsForUser(({ t }) => ({ head: hiddenHead(t, t(phrases.stories.newStory)) }))

/** `/stories/new`: over the whole screen, as a story is watched. Leaving it keeps the draft. */
export function NewStoryPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const pets = useOwnPets()
  const navigate = useNavigate()
  const toast = useToast()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const leave = () => void (canGoBack() ? navigate(-1) : navigate(paths.feed))
  const published = () => {
    toast({ text: t(phrases.stories.posted) })
    void navigate(paths.feed)
  }
  return (
    <dialog
      ref={dialog}
      className={styles.maker}
      aria-label={t(phrases.stories.newStory)}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => event.target === event.currentTarget && leave()}
    >
      <main id="main" tabIndex={-1}>
        {viewer && <StoryForm viewer={viewer.id} pets={pets} onPublished={published} onLeave={leave} />}
      </main>
    </dialog>
  )
}
