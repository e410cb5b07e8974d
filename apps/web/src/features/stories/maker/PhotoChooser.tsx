import camera from '@phosphor-icons/core/regular/camera.svg?path'
import images from '@phosphor-icons/core/regular/images-square.svg?path'
import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isUnreachableError } from '#lib/server/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './StageView.module.css'
import type { StoryMakerState } from './StoryForm.tsx'

/** Buttons to choose or replace the photo, and its upload progress. */
export function PhotoChooser({ maker, hasPhoto }: { maker: StoryMakerState; hasPhoto: boolean }) {
  const t = useTranslate()
  const { form, isMissing } = maker
  const [isEmpty, setEmpty] = useState(false)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    setEmpty(file.size === 0)
    if (file.size > 0) form.choose(file)
  }
  const picker = { type: 'file', accept: 'image/*', className: 'vh', onChange: take } as const
  return (
    <div className={styles.choose} data-first={!hasPhoto || undefined}>
      {hasPhoto ? (
        <label className={styles.another}>
          <Icon path={images} />
          <span className="vh">{t(phrases.stories.chooseAnotherPhoto)}</span>
          <input {...picker} />
        </label>
      ) : (
        <FirstPhoto picker={picker} />
      )}
      <p className={styles.sending} role="status">
        {form.chosen?.sending && (
          <>
            <Spinner size={18} /> {t(phrases.stories.sendingPhoto)}
          </>
        )}
      </p>
      <div role="alert" className={styles.alert}>
        {isEmpty && <FieldError>{t(phrases.stories.fileEmpty)}</FieldError>}
        {isMissing && !isEmpty && <FieldError>{t(phrases.stories.photoRequired)}</FieldError>}
        {form.chosen?.error && <UploadError error={form.chosen.error} onRetry={form.retry} />}
      </div>
    </div>
  )
}

/** Buttons for the first photo: choose one, or take one on a device with a camera. */
function FirstPhoto({ picker }: { picker: ComponentProps<'input'> }) {
  const t = useTranslate()
  return (
    <>
      <span className={styles.first} aria-hidden="true">
        <Icon path={images} size={34} />
      </span>
      <p className={styles.title} aria-hidden="true">
        {t(phrases.stories.newStory)}
      </p>
      <label className={buttonClass()}>
        <Icon path={images} />
        {t(phrases.stories.choosePhoto)}
        <input {...picker} />
      </label>
      <label className={classNames(buttonClass({ kind: 'ghost' }), styles.take)}>
        <Icon path={camera} />
        {t(phrases.create.takePhoto)}
        <input {...picker} capture="environment" />
      </label>
      <p>{t(phrases.stories.choosePhotoHelp)}</p>
    </>
  )
}

function UploadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  return (
    <>
      {isUnreachableError(error) ? (
        <p>{t(phrases.stories.photoUploadWaits)}</p>
      ) : (
        <FieldError>{t(phrases.stories.photoUploadFailed, { why: formatProblem(error) })}</FieldError>
      )}
      <Button kind="soft" small onClick={onRetry}>
        {t(phrases.stories.sendPhotoAgain)}
      </Button>
    </>
  )
}
