/** Clipboard fallback without the async API (plain HTTP, older browsers): copies a selection. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  // Puts the field inside an open modal dialog, because everything outside is inert.
  const container = document.querySelector('dialog:modal') ?? document.body
  container.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}

/** Copies an address to the clipboard. Resolves to false if the browser refused. */
export async function copyLink(url: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(url)
  return navigator.clipboard.writeText(url).then(
    () => true,
    () => copyBySelection(url),
  )
}

/** Opens the system's share sheet, or copies the address where there is none. */
export async function shareLink(share: { url: string; title: string }): Promise<'shared' | 'copied' | 'refused'> {
  if (navigator.canShare?.(share)) {
    const refusal = await navigator.share(share).then(
      () => null,
      (error: unknown) => error,
    )
    // Closing the sheet without a choice is not a failure.
    if (refusal === null || (refusal instanceof DOMException && refusal.name === 'AbortError')) return 'shared'
  }
  return (await copyLink(share.url)) ? 'copied' : 'refused'
}
