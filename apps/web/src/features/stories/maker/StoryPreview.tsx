import type { PetCard } from '@pawtrait/contract/pets.ts'
import cropIcon from '@phosphor-icons/core/regular/crop.svg?path'
import images from '@phosphor-icons/core/regular/images-square.svg?path'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { fillsFrame, StoryPhoto } from '#features/stories/StoryPhoto.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { CaptionField } from './CaptionField.tsx'
import styles from './NewStoryPage.module.css'
import type { useStoryForm } from './use-story-form.ts'
import { useStoryPicture } from './use-story-picture.ts'

const StoryCrop = lazyDialog(async () => (await import('./StoryCrop.tsx')).StoryCrop)

type Form = ReturnType<typeof useStoryForm>

type StoryPreviewProps = { form: Form; pets: readonly PetCard[]; missing: boolean; error: CallError | null }

/** The frame the story will stand in, with the photo and the ways to cut it and to choose another. */
export function StoryPreview({ form, pets, missing, error }: StoryPreviewProps) {
  const t = useTranslate()
  const { chosen, draft } = form
  const picture = useStoryPicture(form)
  const hasPhoto = chosen !== null || draft.photo !== null
  return (
    <div className={styles.frame}>
      <Drawn picture={picture} />
      {hasPhoto && <div className={styles.shade} />}
      <div className={styles.over}>
        <Chooser form={form} hasPhoto={hasPhoto} missing={missing}>
          {picture.whole && <Cut form={form} whole={picture.whole} />}
        </Chooser>
        <p className={styles.sending} role="status">
          {chosen?.sending && (
            <>
              <Spinner size={18} /> {t(phrases.stories.sending)}
            </>
          )}
        </p>
        <CaptionField form={form} pets={pets} error={error} />
      </div>
    </div>
  )
}

/** The photo as it will look. */
function Drawn({ picture: { local, drawn, cut, onUndrawn } }: { picture: ReturnType<typeof useStoryPicture> }) {
  const [filled, setFilled] = useState<string | null>(null)
  if (cut) return <img className={classNames(styles.local, styles.fills)} src={cut} alt="" />
  if (local)
    return (
      <img
        className={classNames(styles.local, filled === local && styles.fills)}
        src={local}
        alt=""
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          fillsFrame(naturalWidth, naturalHeight) && setFilled(local)
        }
        onError={onUndrawn}
      />
    )
  return drawn && <StoryPhoto photo={drawn} />
}

/** Crops the photo to the frame it stands in. */
function Cut({ form: { draft, change }, whole }: { form: Form; whole: string }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton on="photo" label={t(phrases.media.crop)} icon={cropIcon} onClick={() => setOpen(true)} />
      <StoryCrop
        open={open}
        src={whole}
        crop={draft.crop}
        onKeep={(crop) => {
          change({ crop })
          close()
        }}
        onClose={close}
      />
    </>
  )
}

type ChooserProps = { form: Form; hasPhoto: boolean; missing: boolean; children: ReactNode }

function Chooser({ form, hasPhoto, missing, children }: ChooserProps) {
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
      <div className={styles.tools}>
        {children}
        <label className={buttonClass({ kind: hasPhoto ? 'soft' : 'primary', small: hasPhoto })}>
          <Icon path={images} size={20} />
          {t(hasPhoto ? phrases.stories.another : phrases.stories.choose)}
          <input type="file" accept="image/*" className="vh" onChange={take} />
        </label>
      </div>
      {!hasPhoto && <p>{t(phrases.stories.chooseHelp)}</p>}
      <div role="alert" className={styles.alert}>
        {isEmpty && <FieldError>{t(phrases.stories.empty)}</FieldError>}
        {missing && !isEmpty && <FieldError>{t(phrases.stories.needsPhoto)}</FieldError>}
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
      <FieldError>{t(phrases.stories.photoFailed, { why: say(error) })}</FieldError>
      <Button kind="soft" small onClick={onRetry}>
        {t(phrases.stories.sendAgain)}
      </Button>
    </>
  )
}
