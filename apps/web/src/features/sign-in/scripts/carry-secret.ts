/** What stands behind # goes along from log-in to sign-up and back: the secret of a link, which no server is told. */
export function carrySecret() {
  const { hash } = window.location
  if (!hash) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/login"], a[href^="/signup"]'))
    if (new URL(link.href).searchParams.has('next')) link.hash = hash
}
