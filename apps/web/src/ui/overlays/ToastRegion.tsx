import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShownToast } from './Toast.tsx'
import styles from './ToastRegion.module.css'

const SHOWN_MS = 8000

type ToastRegionProps = { toast: ShownToast | null; onClose: () => void }

/** Live region with the toast, moved into the topmost dialog. */
export function ToastRegion({ toast, onClose }: ToastRegionProps) {
  const place = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const shownToast = useAnnounced(toast, { place, region })
  useLayoutEffect(() => {
    if (shownToast) region.current?.style.setProperty('--over', `${overFoot()}px`)
  }, [shownToast])
  return (
    <div ref={place} className={styles.own}>
      <div ref={region} role="status" className={styles.place}>
        {shownToast && <Toast key={shownToast.id} toast={shownToast} onClose={onClose} />}
      </div>
    </div>
  )
}

// Pause in ms before the toast is added. Screen readers ignore text in a live region that was just inserted.
const SETTLED_MS = 100

type Places = Record<'place' | 'region', RefObject<HTMLDivElement | null>>

const bring = ({ place, region }: Places) =>
  region.current !== null && place.current !== null && bringInFront(region.current, place.current)

/** Returns the toast to show. Returns the previous toast until the live region is in its final place. */
function useAnnounced(toast: ShownToast | null, { place, region }: Places): ShownToast | null {
  const [shownToast, setShownToast] = useState<ShownToast | null>(null)
  const hasSettled = useRef(false)
  if (!toast && shownToast) setShownToast(null)
  useEffect(() => {
    const places = { place, region }
    const isInDialog = () => region.current?.parentElement !== place.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = (isFirst: boolean) => {
      // Waits if the region is in a dialog, because the caller may close that dialog right after showing the toast.
      const isEarly = bring(places) || (isFirst && (isInDialog() || !hasSettled.current))
      if (isEarly) timer = setTimeout(() => announce(false), SETTLED_MS)
      else setShownToast(toast)
    }
    if (toast) announce(true)
    hasSettled.current = true
    return () => clearTimeout(timer)
  }, [toast, place, region])
  const isShown = shownToast !== null
  // All toasts share one observer, because an observer loses pending changes when it disconnects.
  useEffect(() => {
    if (!isShown) return
    // Moves the region when a dialog opens in front of it, or when the dialog that contains it is removed.
    const watching = new MutationObserver(() => bring({ place, region }))
    watching.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => watching.disconnect()
  }, [isShown, place, region])
  return shownToast
}

const GAP_PX = 8

/** Returns the height of a field at the bottom of the window plus a gap; 0 without such a field. */
function overFoot(): number {
  const top = document.querySelector('[data-foot-field]')?.getBoundingClientRect().top ?? 0
  const high = window.innerHeight - top
  return high < window.innerHeight / 2 ? Math.max(0, high + GAP_PX) : 0
}

function Toast({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, onClose])
  const act = () => {
    onClose()
    toast.onAction?.()
  }
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div className={styles.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span className={styles.text}>{toast.text}</span>
      {toast.actionLabel && (
        <button type="button" className={styles.action} onClick={act}>
          {toast.actionLabel}
        </button>
      )}
      <i key={String(held)} className={styles.life} data-held={held || undefined} aria-hidden="true" />
    </div>
  )
}

/**
 * Moves an element into the topmost modal dialog, because everything behind is inert. Without a dialog moves it to
 * `place`. Returns true if the element moved.
 */
function bringInFront(element: Element, place: Element): boolean {
  const front = [...document.querySelectorAll('dialog:modal')].at(-1) ?? place
  if (element.parentElement === front) return false
  front.append(element)
  return true
}
