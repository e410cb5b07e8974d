/**
 * Clipboard fallback that copies a text selection. Plain HTTP and older browsers lack the async API, and a browser may
 * refuse it. Selecting moves the focus, so this function restores the focus afterwards.
 */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Puts the field inside an open modal dialog, because everything outside is inert.
  const container = document.querySelector('dialog:modal') ?? document.body
  container.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/** Copies an address to the clipboard. Resolves to false if the browser refuses. */
export async function copyLink(url: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(url)
  return navigator.clipboard.writeText(url).then(
    () => true,
    () => copyBySelection(url),
  )
}

/** Opens the system's share sheet. If the system has none, copies the address. */
export async function shareLink(share: { url: string; title: string }): Promise<'shared' | 'copied' | 'refused'> {
  if (navigator.canShare?.(share)) {
    const shareError = await navigator.share(share).then(
      () => null,
      (error: unknown) => error,
    )
    // It is not a failure if the user closes the share sheet without a choice.
    if (shareError === null || (shareError instanceof DOMException && shareError.name === 'AbortError')) return 'shared'
  }
  return (await copyLink(share.url)) ? 'copied' : 'refused'
}
