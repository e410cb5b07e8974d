import type { ReactNode } from 'react'
import { DropZone } from './DropZone.tsx'
import { DraftForm } from './DraftForm.tsx'
import type { Draft } from './composition.ts'
import styles from './CreatePage.module.css'
import { paths } from '@pawtrait/contract/paths.ts'
import { PhotoDesk } from './PhotoDesk.tsx'
import { useOwnPets } from '#shell/viewer.ts'

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
