import camera from '@phosphor-icons/core/regular/camera.svg?path'
import images from '@phosphor-icons/core/regular/images-square.svg?path'
import type { ChangeEvent } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './DropZone.module.css'
import { useFileDrop } from './use-file-drop.ts'

/**
 * Area to choose, take, drop or paste photos. The server validates the content; `image/*` only filters the file
 * dialog.
 */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslate()
  const over = useFileDrop(onFiles)
  return (
    <div className={styles.drop} data-over={over || undefined}>
      <span className={styles.art} aria-hidden="true">
        <i />
        <i />
        <i>
          <Icon path={images} size={34} />
        </i>
      </span>
      <h2>
        <span className={styles.byMouse}>{t(phrases.create.dropPrompt)}</span>
        <span className={styles.byFinger}>{t(phrases.create.choosePhotosTitle)}</span>
      </h2>
      <p>{t(phrases.create.dropHelp)}</p>
      <Pickers onFiles={onFiles} />
    </div>
  )
}

function Pickers({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslate()
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    target.value = ''
  }
  const picker = { type: 'file', accept: 'image/*', className: 'vh', onChange: take } as const
  return (
    <div className={styles.buttons}>
      <label className={buttonClass()}>
        <Icon path={images} />
        {t(phrases.create.choosePhotosButton)}
        <input {...picker} multiple />
      </label>
      <label className={classNames(buttonClass({ kind: 'ghost' }), styles.take)}>
        <Icon path={camera} />
        {t(phrases.create.takePhoto)}
        <input {...picker} capture="environment" />
      </label>
    </div>
  )
}
