import { createContext, type ReactNode, useContext, useState } from 'react'
import { ToastRegion } from './ToastRegion.tsx'

/**
 * Confirmation of an action, with an optional button such as "Undo". Not for errors: the app shows an error where it
 * occurred.
 */
export type ToastMessage = { text: ReactNode; actionLabel?: string; onAction?: () => void }

export type ShownToast = ToastMessage & { id: number }

/** Runs the action of a toast, such as undo, if the toast is still shown. */
type PressToast = () => void

const ShowToast = createContext<(message: ToastMessage) => PressToast>(() => () => {})

/**
 * Returns a function that shows a toast for eight seconds, or longer while the toast is hovered or focused. A new toast
 * replaces the previous one. Each call returns another function, which runs the action of the toast while the toast is
 * shown.
 */
export function useToast(): (message: ToastMessage) => PressToast {
  return useContext(ShowToast)
}

/** Provides toasts and the app's only polite live region. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { toast, show, close } = useLatest()
  return (
    <ShowToast value={show}>
      {children}
      <ToastRegion toast={toast} onClose={close} />
    </ShowToast>
  )
}

/** Returns the latest toast until this toast closes, then null. */
function useLatest() {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [{ show, close }] = useState(() => {
    let last = 0
    let closed = 0
    const close = () => {
      closed = last
      setToast(null)
    }
    const show = (message: ToastMessage) => {
      last += 1
      const id = last
      setToast({ ...message, id })
      return () => {
        if (id !== last || id === closed) return
        close()
        message.onAction?.()
      }
    }
    return { show, close }
  })
  return { toast, show, close }
}
