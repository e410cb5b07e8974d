import type { ReactNode } from 'react'
import { DropZone } from '#features/posts/DropZone.tsx'
import { DraftForm } from '#features/posts/DraftForm.tsx'
import type { Draft } from '#features/posts/composition.ts'
import styles from './pages/CreatePage.module.css'
import { paths } from './paths.ts'
import { PhotoDesk } from './PhotoDesk.tsx'
import { useOwnPets } from './viewer.ts'

type DraftEditorProps = { draft: Draft; notice: ReactNode; onFiles: (files: File[]) => void; onSubmit: () => void }

/** The photos of a post that is being made, and the words for it. */
export function DraftEditor({ draft, notice, onFiles, onSubmit }: DraftEditorProps) {
  const pets = useOwnPets()
  return (
    <div className={styles.create}>
      {draft.photos.length === 0 ? <DropZone onFiles={onFiles} /> : <PhotoDesk draft={draft} onFiles={onFiles} />}
      <DraftForm draft={draft} pets={pets} newPetHref={paths.newPet} notice={notice} onSubmit={onSubmit} />
    </div>
  )
}
