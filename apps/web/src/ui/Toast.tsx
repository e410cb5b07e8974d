import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './Toast.module.css'

/** Something done, with the chance to take it back. Never for errors: those stay where they happened. */
export type ToastMessage = { text: ReactNode; actionLabel?: string; onAction?: () => void }

const SHOWN_MS = 8000

type ShownToast = ToastMessage & { id: number }

const ShowToast = createContext<(message: ToastMessage) => void>(() => {})

/** Shows a toast for eight seconds, longer while it is pointed at or has the focus; a new one replaces the old. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ShowToast)
}

/** Holds the one polite live region of the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [show] = useState(() => {
    let last = 0
    return (message: ToastMessage) => {
      last += 1
      setToast({ ...message, id: last })
    }
  })
  const [close] = useState(() => () => setToast(null))
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (toast) place.current?.style.setProperty('--over', `${overFoot()}px`)
  }, [toast])
  return (
    <ShowToast value={show}>
      {children}
      <div ref={place} role="status" className={styles.place}>
        {toast && <Toast key={toast.id} toast={toast} onClose={close} />}
      </div>
    </ShowToast>
  )
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
