import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShownToast } from './Toast.tsx'
import styles from './ToastRegion.module.css'

const SHOWN_MS = 8000

type ToastRegionProps = { toast: ShownToast | null; onClose: () => void }

/** The live region, which is moved in front of every dialog, with the toast in it. */
export function ToastRegion({ toast, onClose }: ToastRegionProps) {
  const place = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const said = useSaid(toast, { place, region })
  useLayoutEffect(() => {
    if (said) region.current?.style.setProperty('--over', `${overFoot()}px`)
  }, [said])
  return (
    <div ref={place} className={styles.own}>
      <div ref={region} role="status" className={styles.place}>
        {said && <Toast key={said.id} toast={said} onClose={onClose} />}
      </div>
    </div>
  )
}

// A live region tells of what comes into it, not of what it brings along.
const SETTLED_MS = 100

type Places = Record<'place' | 'region', RefObject<HTMLDivElement | null>>

const bring = ({ place, region }: Places) =>
  region.current !== null && place.current !== null && bringInFront(region.current, place.current)

/** What stands in the region: the toast, once the region is where it is heard. The one before stays until then. */
function useSaid(toast: ShownToast | null, { place, region }: Places): ShownToast | null {
  const [said, setSaid] = useState<ShownToast | null>(null)
  const hasSettled = useRef(false)
  if (!toast && said) setSaid(null)
  useEffect(() => {
    const places = { place, region }
    const isInDialog = () => region.current?.parentElement !== place.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = (isFirst: boolean) => {
      // Whoever shows it may be about to close its dialog, which may hold the toast before.
      const isEarly = bring(places) || (isFirst && (isInDialog() || !hasSettled.current))
      if (isEarly) timer = setTimeout(() => say(false), SETTLED_MS)
      else setSaid(toast)
    }
    if (toast) say(true)
    hasSettled.current = true
    return () => clearTimeout(timer)
  }, [toast, place, region])
  const isShown = said !== null
  // One observer for toasts that follow each other: what one has not yet told is lost when it ends.
  useEffect(() => {
    if (!isShown) return
    // A dialog opens before it, or goes with it.
    const watching = new MutationObserver(() => bring({ place, region }))
    watching.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => watching.disconnect()
  }, [isShown, place, region])
  return said
}

const GAP_PX = 8

/** How high a field at the foot of the window reaches, with a gap; 0 when there is none there. */
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
 * Moves something to where it is seen and heard: into the dialog on top, as all behind that is inert, else to its own
 * place. True when it was elsewhere.
 */
function bringInFront(one: Element, place: Element): boolean {
  const front = [...document.querySelectorAll('dialog:modal')].at(-1) ?? place
  if (one.parentElement === front) return false
  front.append(one)
  return true
}
