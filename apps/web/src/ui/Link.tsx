import type { ComponentProps, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** Replaces the history entry; by default only when the link leads to the current page. */
  replace?: boolean
  /** State that is stored in the history entry of the next page. */
  state?: unknown
  /** True if a click loads the whole page from the server. */
  reloadDocument?: boolean
}

/** True for a left click without modifier keys. Other clicks can open a new tab or window, or start a download. */
const isPlainClick = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

/** Link to a page of the app. React Router's own link would add 3 KB for its framework mode, forms and fetchers. */
export function Link({ to, replace, state, reloadDocument = false, onClick, children, ...anchor }: LinkProps) {
  const navigate = useNavigate()
  const currentPath = createPath(useLocation())
  const targetPath = createPath(useResolvedPath(to))
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const opensElsewhere = anchor.target !== undefined && anchor.target !== '_self'
    if (event.defaultPrevented || reloadDocument || opensElsewhere || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(to, { replace: replace ?? currentPath === targetPath, state })
  }
  return (
    <a {...anchor} href={useHref(to)} onClick={click}>
      {children}
    </a>
  )
}

/** Navigation link with `aria-current` on the current page. */
export function NavLink({ to, ...link }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  return <Link {...link} to={to} aria-current={pathname === to ? 'page' : undefined} />
}
