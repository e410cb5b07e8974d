import type { Adjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import left from '@phosphor-icons/core/bold/arrow-left-bold.svg?path'
import right from '@phosphor-icons/core/bold/arrow-right-bold.svg?path'
import turn from '@phosphor-icons/core/regular/arrow-clockwise.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { lazy, Suspense, useId, useState } from 'react'
import { ColourFilter } from '#features/media/ColourFilter.tsx'
import { rotateQuarterTurn } from '#features/media/crop-area.ts'
import { useStraightenedImage } from '#features/media/use-straightened-image.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { type CropShape, cropAspectRatios, cropShapes } from './crop-shapes.ts'
import type { DraftPhoto } from './draft-store.ts'
import styles from './PhotoStage.module.css'
import { removePhoto } from './photo-uploads.ts'
import { useDraftStore } from './use-draft-store.ts'
import { usePhotoPreview } from './use-photo-preview.ts'

const CropEditor = lazy(async () => ({
  default: (await loadChunk(() => import('#features/media/CropEditor.tsx'))).CropEditor,
}))

const AdjustPanel = lazy(async () => ({
  default: (await loadChunk(() => import('#features/media/PhotoAdjustmentPanel.tsx'))).PhotoAdjustmentPanel,
}))

/** Large view of the selected photo, with tools to crop, adjust, rotate, reorder and remove it. */
export function PhotoStage({ photo, at, total }: { photo: DraftPhoto; at: number; total: number }) {
  const t = useTranslate()
  const composition = useDraftStore()
  const [tool, setTool] = useState<Tool>('crop')
  const name = useId()
  const tools = [
    { value: 'crop', label: t(phrases.media.toolCrop) },
    { value: 'adjust', label: t(phrases.media.toolAdjust) },
  ] as const
  return (
    <section aria-label={t(phrases.create.cropTitle)}>
      <div className={styles.tools}>
        <RadioGroup legend={t(phrases.media.toolsLabel)} name={name} options={tools} value={tool} onChange={setTool} />
        <span className={styles.acts}>
          {total > 1 && <Order photoKey={photo.key} at={at} total={total} />}
          <IconButton
            label={t(phrases.create.rotateButton)}
            icon={turn}
            onClick={() =>
              composition.changePhoto(photo.key, (now) => ({ rotate: rotateQuarterTurn(now.rotate), crop: null }))
            }
          />
          <IconButton
            label={t(phrases.create.removePhoto)}
            icon={trash}
            onClick={() => removePhoto(composition, photo.key)}
          />
        </span>
      </div>
      <Stage photo={photo} tool={tool} />
      {tool === 'crop' && <Shapes photo={photo} />}
    </section>
  )
}

type Tool = 'crop' | 'adjust'

function Stage({ photo, tool }: { photo: DraftPhoto; tool: Tool }) {
  const t = useTranslate()
  const { changePhoto } = useDraftStore()
  const preview = usePhotoPreview(photo, true)
  const { key, rotate, adjustments } = photo
  if (!preview && photo.progress.step === 'failed') return null
  if (!preview) return <p className={styles.blank}>{t(phrases.create.previewUnavailable)}</p>
  const change = (next: Adjustments | null) => changePhoto(key, () => ({ adjustments: next }))
  return (
    <Suspense fallback={<Skeleton shape="block" className={styles.blank} />}>
      {tool === 'crop' ? (
        <CropStage photo={photo} preview={preview} />
      ) : (
        <AdjustPanel key={key} src={preview} rotate={rotate} adjustments={adjustments} onChange={change} />
      )}
    </Suspense>
  )
}

function CropStage({ photo, preview }: { photo: DraftPhoto; preview: string }) {
  const filterId = useId()
  const { changePhoto } = useDraftStore()
  const { key, crop, rotate, shape, adjustments } = photo
  const src = useStraightenedImage(preview, adjustments?.straighten ?? 0)
  if (!src) return <Skeleton shape="block" className={styles.blank} />
  return (
    <>
      {adjustments && <ColourFilter id={filterId} adjustments={adjustments} />}
      <CropEditor
        key={`${key}-${rotate}-${shape}-${src}`}
        src={src}
        aspect={cropAspectRatios[shape]}
        crop={crop}
        rotate={rotate}
        filter={adjustments ? `url(#${CSS.escape(filterId)})` : undefined}
        onCrop={(next) => changePhoto(key, () => ({ crop: next }))}
      />
    </>
  )
}

function Shapes({ photo: { key, shape } }: { photo: DraftPhoto }) {
  const t = useTranslate()
  const { changePhoto } = useDraftStore()
  const options = cropShapes.map((value) => ({
    value,
    label: value === 'free' ? t(phrases.create.cropShapeOriginal) : value,
  }))
  const choose = (next: CropShape) => changePhoto(key, () => ({ shape: next, crop: null }))
  return (
    <RadioGroup
      legend={t(phrases.create.cropShapeLegend)}
      name="shape"
      options={options}
      value={shape}
      onChange={choose}
    />
  )
}

function Order({ photoKey, at, total }: { photoKey: string; at: number; total: number }) {
  const t = useTranslate()
  const { movePhoto } = useDraftStore()
  const createMove = (to: number) => () => movePhoto(photoKey, to)
  return (
    <>
      <span className="vh" role="status">
        {t(phrases.create.photoPosition, { number: at + 1, total })}
      </span>
      <IconButton
        label={t(phrases.create.movePhotoEarlier)}
        icon={left}
        disabled={at === 0}
        onClick={createMove(at - 1)}
      />
      <IconButton
        label={t(phrases.create.movePhotoLater)}
        icon={right}
        disabled={at === total - 1}
        onClick={createMove(at + 1)}
      />
    </>
  )
}
