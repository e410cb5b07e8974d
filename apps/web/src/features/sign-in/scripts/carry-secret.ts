/** Copies the URL fragment between log-in and sign-up: the secret of a link, which never reaches the server. */
export function carrySecret() {
  const { hash } = window.location
  if (!hash) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/login"], a[href^="/signup"]'))
    if (new URL(link.href).searchParams.has('next')) link.hash = hash
}
