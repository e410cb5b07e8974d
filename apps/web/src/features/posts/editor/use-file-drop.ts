import { useEffect, useEffectEvent, useState } from 'react'

const listFiles = (data: DataTransfer | null) => [...(data?.files ?? [])]

/** Passes files dropped or pasted on the page to `onFiles`. Returns whether files are being dragged over the page. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null) => {
    const files = listFiles(data)
    if (files.length > 0) onFiles(files)
    return files.length > 0
  })
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (take(event.dataTransfer)) event.preventDefault()
    }
    const paste = (event: ClipboardEvent) => {
      if (take(event.clipboardData)) event.preventDefault()
    }
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('dragover', drag, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [])
  return over
}
