/**
 * Copies the URL fragment to links between log-in and sign-up. The fragment may be a secret, which no server may see.
 */
export function copyFragmentToLinks() {
  const { hash } = window.location
  if (!hash) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/login"], a[href^="/signup"]'))
    if (new URL(link.href).searchParams.has('next')) link.hash = hash
}
