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
import type { Blocked, Navigation, Status, View } from './navigation.ts'
import { useScrollRestoration } from './scroll-restoration.ts'

const Way = createContext<{ navigation: Navigation; status: Status } | null>(null)

/** Draws what a navigation shows, and gives it to links and to the hooks below. */
export function PageRouter({ navigation, draw }: { navigation: Navigation; draw: (view: View) => ReactNode }) {
  const [status, setStatus] = useState(navigation.status)
  const drawn = useRef(status)
  useLayoutEffect(() => {
    const show = (next: Status) => startTransition(() => setStatus(next))
    // What came between drawing and this. Anything new here would hurry parts that React takes over in their own time.
    if (navigation.status !== drawn.current) show(navigation.status)
    return navigation.subscribe(show)
  }, [navigation])
  const way = useMemo(() => ({ navigation, status }), [navigation, status])
  const { view } = status
  return (
    <Way value={way}>
      <Router location={view.location} navigationType={view.action} navigator={navigation.navigator}>
        <ScrollRestoration preventScrollReset={view.preventScrollReset} />
        {draw(view)}
      </Router>
    </Way>
  )
}

function ScrollRestoration({ preventScrollReset }: { preventScrollReset: boolean }) {
  useScrollRestoration(preventScrollReset)
  return null
}

function useWay() {
  const way = use(Way)
  if (!way) throw new Error('There is no PageRouter around this.')
  return way
}

/** Whether the next page is on its way. Never on the server. */
export const useIsLoading = (): boolean => use(Way)?.status.isLoading ?? false

/** Goes to an address and resolves when its page stands there. */
export function useVisit(): (to: To, options?: NavigateOptions) => Promise<void> {
  const { navigation } = useWay()
  return (to, options) => navigation.visit(to, options)
}

/**
 * Goes back to where one came from, else to an address. Once: going back takes the browser a moment, and another press
 * meanwhile would go one page further.
 */
export function useLeave(elsewhere: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  const { isLoading = false, blocked = null } = use(Way)?.status ?? {}
  const leftFrom = useRef<string | null>(null)
  // Whoever comes back before the other page was there, or was asked and stays, may leave again.
  useEffect(() => {
    if (blocked || !isLoading || leftFrom.current !== key) leftFrom.current = null
  }, [key, isLoading, blocked])
  return () => {
    // By page: whoever is quick leaves the next one before anything has run there.
    if (leftFrom.current === key) return
    leftFrom.current = key
    void (canGoBack() ? navigate(-1) : navigate(elsewhere))
  }
}

/** Asks for the same page again. On the server, where nobody presses a button, it does nothing. */
export function useReload(): () => Promise<void> {
  const way = use(Way)
  return async () => way?.navigation.reload()
}

/** Where one is when it is asked, also by what goes with its page. Never on the server. */
export function useCurrentLocation(): () => Location | undefined {
  const way = use(Way)
  return () => way?.navigation.status.view.location
}

/** Somebody about to leave while `isUnsaved` says so; null otherwise. */
export function useLeaveGuard(isUnsaved: () => boolean): Blocked | null {
  const { navigation, status } = useWay()
  const ask = useRef(isUnsaved)
  useEffect(() => {
    ask.current = isUnsaved
  })
  useEffect(() => navigation.guard((from, to) => from.pathname !== to.pathname && ask.current()), [navigation])
  return status.blocked
}
