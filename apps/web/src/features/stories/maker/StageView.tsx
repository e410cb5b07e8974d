import type { Box } from '@pawtrait/stage/stage.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import { type CSSProperties, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { ItemTools } from './ItemTools.tsx'
import { PhotoChooser } from './PhotoChooser.tsx'
import { StageShapes } from './StageShapes.tsx'
import { StageTextField } from './StageTextField.tsx'
import { StageTools } from './StageTools.tsx'
import styles from './StageView.module.css'
import type { StoryMakerState } from './StoryForm.tsx'
import { type ItemCallbacks, useItemKeys } from './use-item-keys.ts'
import { useStageGestures } from './use-stage-gestures.ts'
import type { ItemName } from './use-stage-items.ts'
import { useStoryPhotoUrl } from './use-story-photo-url.ts'

const formatPercent = (value: number, of: number) => `${(value / of) * 100}%`

/** Returns the CSS position of a box on the stage. */
const getBoxStyle = ({ x, y, width, height }: Box) => ({
  insetInlineStart: formatPercent(x, stageSize.width),
  insetBlockStart: formatPercent(y, stageSize.height),
  inlineSize: formatPercent(width, stageSize.width),
  blockSize: formatPercent(height, stageSize.height),
})

/** Returns the CSS variable with the text's vertical position on the stage, from 0 to 1. */
const textHeight = ({ y }: { y: number }) => ({ '--text-y': y }) as CSSProperties

type StageViewProps = {
  maker: StoryMakerState
  onLeave: () => void
  /** True while the user types the text on the stage of a phone. */
  isTyping: boolean
}

/** Preview of the story, with items that can be moved by pointer and keys. */
export function StageView({ maker, onLeave, isTyping }: StageViewProps) {
  const { form, items, selected, select, setWriting } = maker
  const t = useTranslate()
  const picture = useStoryPhotoUrl(form)
  const surface = useRef<HTMLDivElement>(null)
  const { told, tell, moves: itemCallbacks } = useAnnouncement(maker, surface)
  const names = useItemNames(maker)
  const activateItem = (name: ItemName) => (name === 'text' && selected === 'text' ? setWriting(true) : select(name))
  const hasPhoto = form.draft.photo !== null || form.chosen !== null
  const gestureHandlers = useStageGestures(surface, {
    items,
    onTake: () => tell(null),
    onTap: activateItem,
    onMoved: tell,
  })
  return (
    <div
      className={classNames(styles.place, isTyping && styles.typed)}
      style={isTyping ? textHeight(form.draft.text) : undefined}
    >
      <div className={styles.stage}>
        <div ref={surface} className={styles.surface} {...(hasPhoto && !isTyping && gestureHandlers)}>
          {picture.src && (
            <StagePhoto key={picture.src} src={picture.src} maker={maker} onUndrawn={picture.onUndrawn} />
          )}
          <StageShapes
            className={styles.shapes}
            shapes={[...((!isTyping && items.textItem?.shapes) || []), ...(items.plateItem?.shapes ?? [])]}
          />
          {isTyping && <StageTextField maker={maker} />}
          {hasPhoto && !isTyping && <Handles {...{ maker, names, use: activateItem, moves: itemCallbacks }} />}
          {selected && !isTyping && <Guides maker={maker} name={selected} />}
        </div>
        {picture.unread && (
          <div className={styles.unread}>
            <LoadErrorMessage title={t(phrases.stories.photoUnreadable)} query={picture.unread} />
          </div>
        )}
        {!isTyping && (
          <>
            <StageTools maker={maker} hasPhoto={hasPhoto} onLeave={onLeave} />
            <PhotoChooser maker={maker} hasPhoto={hasPhoto} />
            {hasPhoto && selected && (
              <ItemTools maker={maker} name={selected} what={names[selected]} {...itemCallbacks} />
            )}
          </>
        )}
        <ChangeAnnouncement maker={maker} told={told} names={names} />
      </div>
    </div>
  )
}

/**
 * Returns the latest change for screen readers to announce, and functions that set it. The change is a moved item, or
 * `removed` for the name plate.
 */
function useAnnouncement({ form, select }: StoryMakerState, surface: RefObject<HTMLElement | null>) {
  const [announced, announce] = useState<ItemName | 'removed' | null>(null)
  const remove = () => {
    form.change({ plate: null })
    select(null)
    announce('removed')
    // Focuses the photo, because the focused button is removed with the name plate.
    surface.current?.querySelector<HTMLElement>('[data-item="photo"]')?.focus()
  }
  const moves: ItemCallbacks = { onMoved: announce, onRemove: remove }
  return { told: announced, tell: announce, moves }
}

type ChangeAnnouncementProps = Pick<HandlesProps, 'maker' | 'names'> & { told: ItemName | 'removed' | null }

/** Announces the new position of an item after a move, or that the name plate was removed. */
function ChangeAnnouncement({ maker, told, names }: ChangeAnnouncementProps) {
  const t = useTranslate()
  const percent = (share: number) => Math.round(share * 100)
  const describePosition = (name: ItemName) => {
    const { x, y } = maker.items.middle(name)
    return t(phrases.stories.itemPosition, { what: names[name], x: percent(x), y: percent(y) })
  }
  return (
    <p className="vh" role="status">
      {told && (told === 'removed' ? t(phrases.stories.plateRemovedNotice) : describePosition(told))}
    </p>
  )
}

function useItemNames({ form: { draft } }: StoryMakerState): Record<ItemName, string> {
  const t = useTranslate()
  return {
    photo: t(phrases.stories.photoItemLabel),
    text: t(phrases.stories.textItemLabel, { text: draft.caption.trim() }),
    plate: t(phrases.stories.plateItemLabel),
  }
}

type StagePhotoProps = { src: string; maker: StoryMakerState; onUndrawn: () => void }

/** The photo at its position on the stage, over a dark and blurred copy of it. */
function StagePhoto({ src, maker: { form, items }, onUndrawn }: StagePhotoProps) {
  const { draft, change } = form
  return (
    <>
      <img className={styles.behind} src={src} alt="" draggable={false} />
      <img
        className={classNames(styles.photo, !items.photo && styles.unplaced)}
        style={items.photo ? getBoxStyle(items.photo) : undefined}
        src={src}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          draft.aspect === null && naturalHeight > 0 && change({ aspect: naturalWidth / naturalHeight })
        }
        onError={onUndrawn}
      />
    </>
  )
}

type HandlesProps = {
  maker: StoryMakerState
  names: Record<ItemName, string>
  use: (name: ItemName) => void
  moves: ItemCallbacks
}

/** Drag handles of the items, back to front. */
function Handles({ maker, names, use, moves }: HandlesProps) {
  const { items, selected } = maker
  return (['photo', 'text', 'plate'] as const).map((name) => {
    const box = name === 'photo' ? { x: 0, y: 0, ...stageSize } : items.boxes[name]
    return box && <Handle key={name} {...{ name, box, maker, use, moves }} what={names[name]} on={selected === name} />
  })
}

type HandleProps = Omit<HandlesProps, 'names'> & { name: ItemName; box: Box; what: string; on: boolean }

function Handle({ name, box, what, on, maker, use, moves }: HandleProps) {
  const t = useTranslate()
  const keys = useItemKeys(maker, moves)
  return (
    <button
      type="button"
      className={styles.handle}
      style={getBoxStyle(box)}
      data-item={name}
      data-on={on || undefined}
      aria-pressed={on}
      aria-label={t(name === 'plate' ? phrases.stories.moveHelp : phrases.stories.moveAndSizeHelp, { what })}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && maker.select(name)}
      onClick={({ detail }) => detail === 0 && use(name)}
      onKeyDown={(event: KeyboardEvent) => keys(event, name)}
    />
  )
}

/** Guide lines through the middle of the stage, shown while an item is centred. */
function Guides({ maker: { items }, name }: { maker: StoryMakerState; name: ItemName }) {
  const { x, y } = items.middle(name)
  const isMiddle = (value: number) => name !== 'photo' && Math.abs(value - 0.5) < 0.001
  return (
    <>
      {isMiddle(x) && <span className={styles.upright} />}
      {isMiddle(y) && <span className={styles.level} />}
    </>
  )
}
