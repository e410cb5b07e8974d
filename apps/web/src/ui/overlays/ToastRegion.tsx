import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import button from '../Button.module.css'
import type { ShownToast } from './Toast.tsx'
import styles from './ToastRegion.module.css'

const SHOWN_MS = 8000

type ToastRegionProps = { toast: ShownToast | null; onClose: () => void }

/** Live region with the toast, moved into the topmost dialog. */
export function ToastRegion({ toast, onClose }: ToastRegionProps) {
  const home = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const shownToast = useAnnounced(toast, { home, region })
  useLayoutEffect(() => {
    if (shownToast && region.current) clearControls(region.current)
  }, [shownToast])
  return (
    <div ref={home} className={styles.own}>
      <div ref={region} role="status" className={styles.place}>
        {shownToast && <Toast key={shownToast.id} toast={shownToast} onClose={onClose} />}
      </div>
    </div>
  )
}

// Pause in ms before the toast is added. Screen readers ignore text in a live region that was just inserted.
const SETTLED_MS = 100

type RegionRefs = Record<'home' | 'region', RefObject<HTMLDivElement | null>>

const moveRegionToFront = ({ home, region }: RegionRefs) =>
  region.current !== null && home.current !== null && moveToFront(region.current, home.current)

/** Returns the toast to show. While the live region moves into or out of a dialog, returns the previous toast. */
function useAnnounced(toast: ShownToast | null, { home, region }: RegionRefs): ShownToast | null {
  const [shownToast, setShownToast] = useState<ShownToast | null>(null)
  const hasSettled = useRef(false)
  if (!toast && shownToast) setShownToast(null)
  useEffect(() => {
    const refs = { home, region }
    const isInDialog = () => region.current?.parentElement !== home.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = (isFirst: boolean) => {
      // If the region is in a dialog, waits first, because the caller may close the dialog right after showing the
      // toast.
      const mustWait = moveRegionToFront(refs) || (isFirst && (isInDialog() || !hasSettled.current))
      if (mustWait) timer = setTimeout(() => announce(false), SETTLED_MS)
      else setShownToast(toast)
    }
    if (toast) announce(true)
    hasSettled.current = true
    return () => clearTimeout(timer)
  }, [toast, home, region])
  const isShown = shownToast !== null
  // All toasts share one observer, because an observer that disconnects loses pending changes.
  useEffect(() => {
    if (!isShown) return
    // Moves the region when a dialog opens in front of it, or when the dialog that contains it is removed. Moves the
    // toast above buttons that appear later, for example after a navigation.
    const move = () => {
      moveRegionToFront({ home, region })
      if (region.current) clearControls(region.current)
    }
    move()
    const observer = new MutationObserver(move)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [isShown, home, region])
  return shownToast
}

const GAP_PX = 8

/**
 * Moves the toast up so that it covers no primary or spark button, and no `data-foot-field` element. Such an element is
 * a field or an action bar at the bottom. Does not move a toast that would reach the upper half of the window.
 */
function clearControls(region: HTMLElement) {
  region.style.setProperty('--over', '0px')
  const toast = region.firstElementChild?.getBoundingClientRect()
  if (!toast) return
  const { height, bottom: regionBottom } = region.getBoundingClientRect()
  let bottom = regionBottom
  for (const box of mainControls(region.parentElement ?? document.body)) {
    const isBeside = box.right <= toast.left || box.left >= toast.right
    if (!isBeside && box.bottom > bottom - height && box.top < bottom + GAP_PX) bottom = box.top - GAP_PX
  }
  if (bottom - height > window.innerHeight / 2) region.style.setProperty('--over', `${window.innerHeight - bottom}px`)
}

/** Returns the boxes of the visible primary and spark buttons and of `data-foot-field` elements, the lowest first. */
function mainControls(dialogOrHome: Element): DOMRect[] {
  const root = dialogOrHome.matches('dialog') ? dialogOrHome : document
  return [...root.querySelectorAll(`[data-foot-field], .${button.primary}, .${button.spark}`)]
    .filter((element) => element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .toSorted((one, other) => other.bottom - one.bottom)
}

function Toast({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, onClose])
  const focusedBefore = useRef<Element>(null)
  const runAction = () => {
    // Restores the earlier focus, because the button of the toast disappears. A dialog that the action opens then
    // returns the focus to the same element on close.
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true })
    onClose()
    toast.onAction?.()
  }
  const handleFocus = ({ relatedTarget }: FocusEvent) => {
    focusedBefore.current = relatedTarget ?? focusedBefore.current
    setHeld(true)
  }
  const release = () => setHeld(false)
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={release}
      onFocus={handleFocus}
      onBlur={release}
    >
      <span className={styles.text}>{toast.text}</span>
      {toast.actionLabel && (
        <button type="button" className={styles.action} onClick={runAction}>
          {toast.actionLabel}
        </button>
      )}
      <i key={String(isHeld)} className={styles.life} data-held={isHeld || undefined} aria-hidden="true" />
    </div>
  )
}

/**
 * Moves an element into the topmost modal dialog, because everything behind it is inert. Without a dialog, moves it to
 * `home`. Returns true if the element moved.
 */
function moveToFront(element: Element, home: Element): boolean {
  const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? home
  if (element.parentElement === parent) return false
  parent.append(element)
  return true
}
