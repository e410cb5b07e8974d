import archiveIcon from '@phosphor-icons/core/regular/file-zip.svg?path'
import type { ChangeEvent } from 'react'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './ArchiveFileButton.module.css'

type ArchiveFileButtonProps = {
  label: string
  /** True for a less prominent button, used once an archive is open. */
  secondary?: boolean
  onFiles: (files: File[]) => void
}

/** Button that opens the file dialog, for one or more files of an archive. */
export function ArchiveFileButton({ label, secondary = false, onFiles }: ArchiveFileButtonProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <label className={`${styles.button} ${buttonClass(secondary ? { kind: 'ghost', small: true } : {})}`}>
      <Icon path={archiveIcon} />
      {label}
      <input type="file" multiple accept=".zip,.json,application/zip,application/json" className="vh" onChange={take} />
    </label>
  )
}
