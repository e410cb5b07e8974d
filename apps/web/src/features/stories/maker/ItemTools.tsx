import { computeContainPlacement, computeCoverPlacement } from '@pawtrait/stage/photo-placement.ts'
import down from '@phosphor-icons/core/bold/arrow-down-bold.svg?path'
import left from '@phosphor-icons/core/bold/arrow-left-bold.svg?path'
import right from '@phosphor-icons/core/bold/arrow-right-bold.svg?path'
import up from '@phosphor-icons/core/bold/arrow-up-bold.svg?path'
import minus from '@phosphor-icons/core/bold/minus-bold.svg?path'
import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import fit from '@phosphor-icons/core/regular/arrows-in.svg?path'
import fill from '@phosphor-icons/core/regular/arrows-out.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './StageView.module.css'
import type { StoryMakerState } from './StoryForm.tsx'
import { type ItemCallbacks, moveItemBy, ZOOM_FACTOR } from './use-item-keys.ts'
import type { ItemName } from './use-stage-items.ts'

type ItemToolsProps = ItemCallbacks & { maker: StoryMakerState; name: ItemName; what: string }

const arrows = [
  { icon: left, label: phrases.stories.moveLeft, way: [-1, 0] },
  { icon: up, label: phrases.stories.moveUp, way: [0, -1] },
  { icon: down, label: phrases.stories.moveDown, way: [0, 1] },
  { icon: right, label: phrases.stories.moveRight, way: [1, 0] },
] as const

/** Buttons for the selected item, as an alternative to dragging. */
export function ItemTools({ maker, name, what, onMoved, onRemove }: ItemToolsProps) {
  const t = useTranslate()
  const scale = (factor: number) => {
    maker.items.scale(name, factor)
    onMoved(name)
  }
  return (
    <div className={styles.itemTools} role="group" aria-label={what}>
      {arrows.map(({ icon, label, way }) => (
        <IconButton
          key={way.join()}
          icon={icon}
          iconSize={20}
          label={t(label)}
          onClick={() => {
            moveItemBy(maker, name, way)
            onMoved(name)
          }}
        />
      ))}
      {name !== 'plate' && (
        <>
          <IconButton
            icon={minus}
            iconSize={20}
            label={t(phrases.stories.makeSmaller)}
            onClick={() => scale(1 / ZOOM_FACTOR)}
          />
          <IconButton
            icon={plus}
            iconSize={20}
            label={t(phrases.stories.makeLarger)}
            onClick={() => scale(ZOOM_FACTOR)}
          />
        </>
      )}
      <LastTool maker={maker} name={name} onRemove={onRemove} />
    </div>
  )
}

/**
 * Last button, which depends on the selected item. It edits the text, removes the name plate, or makes the photo fit
 * or fill the stage.
 */
function LastTool({ maker: { form, setWriting }, name, onRemove }: Omit<ItemToolsProps, 'what' | 'onMoved'>) {
  const t = useTranslate()
  const { aspect, place } = form.draft
  if (name === 'text')
    return <IconButton icon={pencil} label={t(phrases.stories.editText)} onClick={() => setWriting(true)} />
  if (name === 'plate') return <IconButton icon={trash} label={t(phrases.stories.removePlate)} onClick={onRemove} />
  if (aspect === null) return null
  const isWhole = place !== null && place.width === computeContainPlacement(aspect).width
  return (
    <IconButton
      icon={isWhole ? fill : fit}
      label={t(isWhole ? phrases.stories.fillScreen : phrases.stories.showWholePhoto)}
      onClick={() => form.change({ place: isWhole ? computeCoverPlacement(aspect) : computeContainPlacement(aspect) })}
    />
  )
}
