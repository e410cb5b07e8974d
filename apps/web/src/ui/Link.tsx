import type { ComponentProps, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** Whether the place one is at is left out of the history; by itself when the link leads to that place. */
  replace?: boolean
  /** What the next page is told besides its address. */
  state?: unknown
  /** Asks the server for the whole page. */
  reloadDocument?: boolean
}

/** Whether a press means to go there, here: not in another tab or window, and not to keep it. */
const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

/**
 * A link to a page of the app. React Router's own brings along 3 KB of what we have no use for: framework mode,
 * forms, fetchers.
 */
export function Link({ to, replace, state, reloadDocument = false, onClick, children, ...anchor }: LinkProps) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const there = createPath(useResolvedPath(to))
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = anchor.target !== undefined && anchor.target !== '_self'
    if (event.defaultPrevented || reloadDocument || isElsewhere || !isPlain(event)) return
    event.preventDefault()
    void navigate(to, { replace: replace ?? here === there, state })
  }
  return (
    <a {...anchor} href={useHref(to)} onClick={click}>
      {children}
    </a>
  )
}

/** A link that says whether it leads to where one is. */
export function PlaceLink({ to, ...link }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  return <Link {...link} to={to} aria-current={pathname === to ? 'page' : undefined} />
}
