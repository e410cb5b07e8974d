import { stageSize } from '@pawtrait/stage/stage.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { type PointerPosition, usePointerGestures } from './use-pointer-gestures.ts'
import type { ItemName, StageItems } from './use-stage-items.ts'

type DraggedItem = { name: ItemName; middle: { x: number; y: number } }

const isItem = (name: string | undefined): name is ItemName => name === 'photo' || name === 'text' || name === 'plate'

function findItemAt(target: EventTarget): ItemName {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset.item : undefined
  return isItem(name) ? name : 'photo'
}

type StageGestureCallbacks = {
  items: Pick<StageItems, 'put' | 'scale' | 'middle'>
  onTake: () => void
  onTap: (name: ItemName) => void
  onMoved: (name: ItemName) => void
}

/** Returns the gesture handlers of the stage for drag, pinch and tap. The wheel zooms the photo. */
export function useStageGestures(
  element: RefObject<HTMLElement | null>,
  { items, onTake, onTap, onMoved }: StageGestureCallbacks,
) {
  /** Converts window coordinates to coordinates on the stage, from 0 to 1. */
  const onStage = ({ x, y }: PointerPosition) => {
    const box = element.current?.getBoundingClientRect()
    return box ? { x: (x - box.x) / box.width, y: (y - box.y) / box.height } : { x: 0, y: 0 }
  }
  const zoom = (name: ItemName, factor: number, at: PointerPosition) => {
    const { x, y } = onStage(at)
    items.scale(name, factor, { x: x * stageSize.width, y: y * stageSize.height })
  }
  useWheel(element, (factor, at) => zoom('photo', factor, at))
  return usePointerGestures<DraggedItem>({
    take: (target, before) => {
      const name = before?.name ?? findItemAt(target)
      onTake()
      return { name, middle: items.middle(name) }
    },
    onDrag: ({ name, middle }, from, to) => {
      const [start, now] = [onStage(from), onStage(to)]
      items.put(name, { x: middle.x + now.x - start.x, y: middle.y + now.y - start.y }, true)
    },
    // A pinch on the text resizes the text. A pinch on the plate or the photo resizes the photo.
    onPinch: ({ name }, factor, at) => zoom(name === 'text' ? 'text' : 'photo', factor, at),
    onTap: ({ name }) => onTap(name),
    onDone: ({ name }) => onMoved(name),
  })
}

/** Adds a wheel listener that is not passive. With React's passive listener, the wheel would zoom the page too. */
function useWheel(element: RefObject<HTMLElement | null>, onZoom: (factor: number, at: PointerPosition) => void) {
  const latest = useRef(onZoom)
  useEffect(() => {
    latest.current = onZoom
  })
  useEffect(() => {
    const target = element.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY })
    }
    target?.addEventListener('wheel', onWheel, { passive: false })
    return () => target?.removeEventListener('wheel', onWheel)
  }, [element])
}
