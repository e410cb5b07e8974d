import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Location, type NavigateOptions, Router, type To, useLocation, useNavigate } from 'react-router'
import { canGoBack } from '#lib/can-go-back.ts'
import type { BlockedNavigation, Navigation, NavigationStatus, NavigationView } from './navigation.ts'
import { useScrollRestoration } from './scroll-restoration.ts'

const NavigationContext = createContext<{ navigation: Navigation; status: NavigationStatus } | null>(null)

/** Renders the current page of a navigation, and provides the navigation to links and to the hooks in this file. */
export function PageRouter({
  navigation,
  renderView,
}: {
  navigation: Navigation
  renderView: (view: NavigationView) => ReactNode
}) {
  const [status, setStatus] = useState(navigation.status)
  const latestStatus = useRef(status)
  useLayoutEffect(() => {
    const showStatus = (next: NavigationStatus) => {
      const { view } = latestStatus.current
      latestStatus.current = next
      // The animation calls `update` later. The status may have changed by then, so read it then.
      const update = () => setStatus(navigation.status)
      if (next.view !== view && navigation.animate?.(view.location, next.view, update)) return
      startTransition(() => setStatus(next))
    }
    // The status may have changed between the render and this effect. An update without a change would disturb
    // hydration.
    if (navigation.status !== latestStatus.current) showStatus(navigation.status)
    return navigation.subscribe(showStatus)
  }, [navigation])
  const context = useMemo(() => ({ navigation, status }), [navigation, status])
  const { view } = status
  return (
    <NavigationContext value={context}>
      <Router location={view.location} navigationType={view.action} navigator={navigation.navigator}>
        <ScrollRestoration preventScrollReset={view.preventScrollReset} />
        {renderView(view)}
      </Router>
    </NavigationContext>
  )
}

function ScrollRestoration({ preventScrollReset }: { preventScrollReset: boolean }) {
  useScrollRestoration(preventScrollReset)
  return null
}

/** Returns whether the next page is loading. Always false on the server. */
export const useIsPageLoading = (): boolean => use(NavigationContext)?.status.isLoading ?? false

/** Returns a function that navigates and resolves when the new page is shown. Does nothing on the server. */
export function useNavigateAndWait(): (to: To, options?: NavigateOptions) => Promise<void> {
  const context = use(NavigationContext)
  return async (to, options) => context?.navigation.visit(to, options)
}

/**
 * Returns a function that goes back one page, or to `fallback` if there is no history. While the browser goes back,
 * further calls are ignored, because a double click would skip a page.
 */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  const { isLoading = false, blocked = null } = use(NavigationContext)?.status ?? {}
  const leftKey = useRef<string | null>(null)
  // Accepts calls again if the navigation was cancelled, for example because of unsaved changes.
  useEffect(() => {
    if (blocked || !isLoading || leftKey.current !== key) leftKey.current = null
  }, [key, isLoading, blocked])
  return () => {
    // `leftKey` is the key of a history entry. A boolean could be outdated on the next page until the effects run.
    if (leftKey.current === key) return
    leftKey.current = key
    void (canGoBack() ? navigate(-1) : navigate(fallback))
  }
}

/** Returns a function that reloads the page. Does nothing on the server. */
export function useReloadPage(): () => Promise<void> {
  const context = use(NavigationContext)
  return async () => context?.navigation.reload()
}

/**
 * Returns a function that reads the current location, also in clean-up effects after the location changed. On the
 * server, the location is undefined.
 */
export function useCurrentLocation(): () => Location | undefined {
  const context = use(NavigationContext)
  return () => context?.navigation.status.view.location
}

/**
 * Blocks navigations to another path while `isUnsaved` returns true. Returns the blocked navigation; null if none is
 * blocked.
 */
export function useNavigationGuard(isUnsaved: () => boolean): BlockedNavigation | null {
  const { navigation, status } = use(NavigationContext) ?? {}
  const ask = useRef(isUnsaved)
  useEffect(() => {
    ask.current = isUnsaved
  })
  useEffect(() => navigation?.guard((from, to) => from.pathname !== to.pathname && ask.current()), [navigation])
  return status?.blocked ?? null
}
