import { createContext, type ReactNode, useContext, useState } from 'react'
import { ToastRegion } from './ToastRegion.tsx'

/** Something done, with the chance to take it back. Never for errors: those stay where they happened. */
export type ToastMessage = { text: ReactNode; actionLabel?: string; onAction?: () => void }

/** One of those that follow each other. */
export type ShownToast = ToastMessage & { id: number }

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
  const { toast, show, close } = useLatest()
  return (
    <ShowToast value={show}>
      {children}
      <ToastRegion toast={toast} onClose={close} />
    </ShowToast>
  )
}

/** The last one that was shown, until it is closed. */
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
