import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { bringInFront } from './bring-in-front.ts'
import styles from './Toast.module.css'

/** Something done, with the chance to take it back. Never for errors: those stay where they happened. */
export type ToastMessage = { text: ReactNode; actionLabel?: string; onAction?: () => void }

const SHOWN_MS = 8000

type ShownToast = ToastMessage & { id: number }

/** Does what a toast offers, as long as that is shown. */
type PressToast = () => void

const ShowToast = createContext<(message: ToastMessage) => PressToast>(() => () => {})

/**
 * Shows a toast for eight seconds, longer while it is pointed at or has the focus; a new one replaces the old. What it
 * gives does the same as a press on its button, while that is there.
 */
export function useToast(): (message: ToastMessage) => PressToast {
  return useContext(ShowToast)
}

/** Holds the one polite live region of the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { toast, show, close, place, region } = useShown()
  useLayoutEffect(() => {
    if (toast) region.current?.style.setProperty('--over', `${overFoot()}px`)
  }, [region, toast])
  return (
    <ShowToast value={show}>
      {children}
      <div ref={place} className={styles.own}>
        <div ref={region} role="status" className={styles.place}>
          {toast && <Toast key={toast.id} toast={toast} onClose={close} />}
        </div>
      </div>
    </ShowToast>
  )
}

// A live region tells of what comes into it, not of what it brings along.
const SETTLED_MS = 100

/** The toast that is shown, in a region that is moved in front of every dialog. */
function useShown() {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const [{ bring, show, close }] = useState(() => {
    let last = 0
    let closed = 0
    const bring = () => region.current !== null && place.current !== null && bringInFront(region.current, place.current)
    const isInDialog = () => region.current?.parentElement !== place.current
    const say = (next: ShownToast, isFirst = false) => {
      if (next.id !== last || next.id === closed) return
      // Whoever shows it may be about to close its dialog, which may hold the toast before.
      if (bring() || (isFirst && isInDialog())) setTimeout(() => say(next), SETTLED_MS)
      else setToast(next)
    }
    const close = () => {
      closed = last
      setToast(null)
    }
    const show = (message: ToastMessage) => {
      last += 1
      const id = last
      say({ ...message, id }, true)
      return () => {
        if (id !== last || id === closed) return
        close()
        message.onAction?.()
      }
    }
    return { bring, show, close }
  })
  const isShown = toast !== null
  // One observer for toasts that follow each other: what one has not yet told is lost when it ends.
  useEffect(() => {
    if (!isShown) return
    // A dialog opens before it, or goes with it.
    const watching = new MutationObserver(bring)
    watching.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => watching.disconnect()
  }, [isShown, bring])
  return { toast, show, close, place, region }
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
