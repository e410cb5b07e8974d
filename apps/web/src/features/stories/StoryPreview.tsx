import images from '@phosphor-icons/core/regular/images-square.svg?path'
import { type ChangeEvent, useState } from 'react'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { CaptionField } from './CaptionField.tsx'
import styles from './StoryForm.module.css'
import { fillsFrame, StoryPhoto } from './StoryPhoto.tsx'
import { useDrawnPhoto, type useStoryForm } from './use-story-form.ts'

type Form = ReturnType<typeof useStoryForm>

/** The frame the story will hang in, with the photo and the way to choose another. */
export function StoryPreview({ form, missing, error }: { form: Form; missing: boolean; error: CallError | null }) {
  const t = useTranslate()
  const { chosen, draft } = form
  const hasPhoto = chosen !== null || draft.photo !== null
  return (
    <div className={styles.frame}>
      <Picture form={form} />
      {hasPhoto && <div className={styles.shade} />}
      <div className={styles.over}>
        <Chooser form={form} hasPhoto={hasPhoto} missing={missing} />
        <p className={styles.sending} role="status">
          {chosen?.sending && (
            <>
              <Spinner size={18} /> {t('stories.sending')}
            </>
          )}
        </p>
        <CaptionField form={form} error={error} />
      </div>
    </div>
  )
}

/** The chosen file as this browser draws it, else as the server does. */
function Picture({ form: { chosen, draft } }: { form: Form }) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const [filled, setFilled] = useState<string | null>(null)
  const isLocal = chosen !== null && chosen.preview !== undrawn
  const drawn = useDrawnPhoto(draft.photo, !isLocal)
  if (isLocal)
    return (
      <img
        className={classNames(styles.local, filled === chosen.preview && styles.fills)}
        src={chosen.preview}
        alt=""
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          fillsFrame(naturalWidth, naturalHeight) && setFilled(chosen.preview)
        }
        onError={() => setUndrawn(chosen.preview)}
      />
    )
  return drawn && <StoryPhoto photo={drawn} />
}

type ChooserProps = { form: Form; hasPhoto: boolean; missing: boolean }

function Chooser({ form, hasPhoto, missing }: ChooserProps) {
  const t = useTranslate()
  const [isEmpty, setEmpty] = useState(false)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    setEmpty(file.size === 0)
    if (file.size > 0) form.choose(file)
  }
  return (
    <div className={styles.choose} data-first={!hasPhoto || undefined}>
      <label className={buttonClass({ kind: hasPhoto ? 'soft' : 'primary', small: hasPhoto })}>
        <Icon path={images} size={20} />
        {t(hasPhoto ? 'stories.another' : 'stories.choose')}
        <input type="file" accept="image/*" className="vh" onChange={take} />
      </label>
      {!hasPhoto && <p>{t('stories.chooseHelp')}</p>}
      <div role="alert" className={styles.alert}>
        {isEmpty && <FieldError>{t('stories.empty')}</FieldError>}
        {missing && !isEmpty && <FieldError>{t('stories.needsPhoto')}</FieldError>}
        {form.chosen?.error && <NotSent error={form.chosen.error} onRetry={form.retry} />}
      </div>
    </div>
  )
}

function NotSent({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslate()
  const say = useProblemWords()
  return (
    <>
      <FieldError>{t('stories.photoFailed', { why: say(error) })}</FieldError>
      <Button kind="soft" small onClick={onRetry}>
        {t('stories.sendAgain')}
      </Button>
    </>
  )
}
