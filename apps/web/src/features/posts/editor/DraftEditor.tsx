import { paths } from '@pawtrait/contract/paths.ts'
import type { ReactNode } from 'react'
import { useOwnPets } from '#shell/viewer.ts'
import styles from './CreatePage.module.css'
import type { Draft } from './composition.ts'
import { DraftForm } from './DraftForm.tsx'
import { DropZone } from './DropZone.tsx'
import { PhotoDesk } from './PhotoDesk.tsx'

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
