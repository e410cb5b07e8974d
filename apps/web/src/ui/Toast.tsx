import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
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
  return (
    <ShowToast value={show}>
      {children}
      <div role="status" className={styles.place}>
        {toast && <Toast key={toast.id} toast={toast} onClose={close} />}
      </div>
    </ShowToast>
  )
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
