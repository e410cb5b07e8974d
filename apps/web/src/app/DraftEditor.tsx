import { useEffect } from 'react'
import { DraftForm } from '#features/posts/DraftForm.tsx'
import { changeDraft, type Draft } from '#features/posts/draft.ts'
import { PhotoStage } from '#features/posts/PhotoStage.tsx'
import { PhotoStrip } from '#features/posts/PhotoStrip.tsx'
import { useFileDrop } from '#features/posts/use-file-drop.ts'
import styles from './pages/CreatePage.module.css'
import { paths } from './paths.ts'
import { useOwnPets } from './viewer.ts'

type DraftEditorProps = { draft: Draft; onFiles: (files: File[]) => void; onSubmit: () => void }

/** The photos of a post that is being made, and the words for it. */
export function DraftEditor({ draft, onFiles, onSubmit }: DraftEditorProps) {
  const pets = useOwnPets()
  useFileDrop(onFiles)
  const found = draft.photos.findIndex(({ key }) => key === draft.chosen)
  const at = Math.max(0, found)
  const photo = draft.photos[at]
  useEffect(() => {
    if (found < 0 && photo) changeDraft(() => ({ chosen: photo.key }))
  }, [found, photo])
  return (
    <div className={styles.create}>
      <div className={styles.stage}>
        {photo && <PhotoStage photo={photo} at={at} total={draft.photos.length} />}
        <PhotoStrip draft={draft} onFiles={onFiles} />
      </div>
      <DraftForm draft={draft} pets={pets} newPetHref={paths.newPet} onSubmit={onSubmit} />
    </div>
  )
}
