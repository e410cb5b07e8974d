import left from '@phosphor-icons/core/bold/arrow-left-bold.svg?path'
import right from '@phosphor-icons/core/bold/arrow-right-bold.svg?path'
import turn from '@phosphor-icons/core/regular/arrow-clockwise.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { lazy, Suspense } from 'react'
import { turned } from '#features/media/crop-area.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/call.ts'
import { loadChunk } from '#lib/load-chunk.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { DraftPhoto, Shape } from './composition.ts'
import styles from './PhotoStage.module.css'
import { removePhoto, retryPhoto } from './photo-uploads.ts'
import { useComposition } from './use-composition.ts'
import { usePreview } from './use-preview.ts'

const CropEditor = lazy(async () => ({
  default: (await loadChunk(() => import('#features/media/CropEditor.tsx'))).CropEditor,
}))

const aspects: Record<Shape, number | null> = { free: null, '4:5': 4 / 5, '1:1': 1, '3:2': 3 / 2 }

/** The chosen photo, large: cut, turned, put earlier or later, taken out. */
export function PhotoStage({ photo, at, total }: { photo: DraftPhoto; at: number; total: number }) {
  const t = useTranslate()
  const composition = useComposition()
  return (
    <section aria-label={t(phrases.create.cropStage)}>
      <Stage photo={photo} />
      {photo.progress.step === 'failed' && <Failure photo={photo} error={photo.progress.error} />}
      <div className={styles.tools}>
        <Shapes photo={photo} />
        <span className={styles.acts}>
          <IconButton
            label={t(phrases.create.rotate)}
            icon={turn}
            onClick={() => composition.changePhoto(photo.key, (now) => ({ rotate: turned(now.rotate), crop: null }))}
          />
          <IconButton
            label={t(phrases.create.remove)}
            icon={trash}
            onClick={() => removePhoto(composition, photo.key)}
          />
        </span>
        {total > 1 && <Order photoKey={photo.key} at={at} total={total} />}
      </div>
    </section>
  )
}

function Stage({ photo }: { photo: DraftPhoto }) {
  const t = useTranslate()
  const { changePhoto } = useComposition()
  const preview = usePreview(photo, true)
  const { key, crop, rotate, shape } = photo
  if (!preview && photo.progress.step === 'failed') return null
  if (!preview) return <p className={styles.blank}>{t(phrases.create.noPreview)}</p>
  return (
    <Suspense fallback={<Skeleton shape="block" className={styles.blank} />}>
      <CropEditor
        key={`${key}-${rotate}-${shape}-${preview}`}
        src={preview}
        aspect={aspects[shape]}
        crop={crop}
        rotate={rotate}
        onCrop={(next) => changePhoto(key, () => ({ crop: next }))}
      />
    </Suspense>
  )
}

// What no second try changes.
const notPhotos = new Set<CallError['code']>(['unreadable-photo', 'unsupported-media-type'])

function Failure({ photo: { key, file }, error }: { photo: DraftPhoto; error: CallError }) {
  const t = useTranslate()
  const say = useProblemWords()
  const composition = useComposition()
  const dropped = error.code === 'offline'
  const isPhoto = !notPhotos.has(error.code)
  const refused = isPhoto ? t(phrases.create.notUploaded) : t(phrases.create.unreadable, { file: file?.name ?? '' })
  const [label, act] = isPhoto ? [phrases.create.tryAgain, retryPhoto] : [phrases.create.remove, removePhoto]
  const action = (
    <Button kind="ghost" small onClick={() => act(composition, key)}>
      {t(label)}
    </Button>
  )
  return (
    <div className={styles.failure}>
      <ErrorBox title={dropped ? t(phrases.create.dropped) : refused} action={action}>
        {!dropped && say(error)}
      </ErrorBox>
    </div>
  )
}

function Shapes({ photo: { key, shape } }: { photo: DraftPhoto }) {
  const t = useTranslate()
  const { changePhoto } = useComposition()
  const options = (Object.keys(aspects) as Shape[]).map((value) => ({
    value,
    label: value === 'free' ? t(phrases.create.shapeFree) : value,
  }))
  const choose = (next: Shape) => changePhoto(key, () => ({ shape: next, crop: null }))
  return <RadioGroup legend={t(phrases.create.shape)} name="shape" options={options} value={shape} onChange={choose} />
}

function Order({ photoKey, at, total }: { photoKey: string; at: number; total: number }) {
  const t = useTranslate()
  const { movePhoto } = useComposition()
  const move = (to: number) => () => movePhoto(photoKey, to)
  return (
    <span className={styles.order}>
      <span role="status">{t(phrases.create.moved, { number: at + 1, total })}</span>
      <IconButton label={t(phrases.create.earlier)} icon={left} disabled={at === 0} onClick={move(at - 1)} />
      <IconButton label={t(phrases.create.later)} icon={right} disabled={at === total - 1} onClick={move(at + 1)} />
    </span>
  )
}
