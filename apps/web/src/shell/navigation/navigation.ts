import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  type Path,
  parsePath,
  type To,
} from 'react-router'
import type { LoadedPage } from './open-page.ts'
import { Redirect } from './page-errors.ts'

type History = ReturnType<typeof createBrowserHistory>

/** Result of opening an address: a page, or an error. */
export type PageResult = { page: LoadedPage; error?: never } | { page: null; error: unknown }

export type NavigationView = PageResult & { location: Location; action: NavigationType; preventScrollReset: boolean }

/** Navigation blocked by unsaved changes. */
export type BlockedNavigation = { stay: () => void; leave: () => void }

export type NavigationStatus = { view: NavigationView; isLoading: boolean; blocked: BlockedNavigation | null }

/**
 * Shows the next page with an animation that calls `update`. Returns false and does nothing if there is no animation.
 */
export type PageAnimation = (from: Location, next: NavigationView, update: () => void) => boolean

type Guard = (from: Location, to: Path) => boolean

type Options = {
  history: History
  open: (url: URL) => Promise<LoadedPage>
  first: PageResult
  /** Called with the location that the user leaves, while its page is still on screen. */
  onLeave?: (location: Location) => void
  /** Opens an address outside the app. */
  leaveApp?: (to: string) => void
}

/**
 * Client-side navigation. The current page remains until the code and data of the next one have loaded.
 * If navigations overlap, only the page of the last one is shown.
 * The URL changes when the page is shown. On Back and Forward the browser changes the URL earlier.
 */
export class Navigation {
  #status: NavigationStatus
  readonly #options: Options
  readonly #listeners = new Set<(status: NavigationStatus) => void>()
  #attempt = 0
  #guard: Guard | null = null
  /**
   * Handler for the next history event, if this class caused the event itself by undoing or repeating a step. Null if
   * no such event is expected.
   */
  #expected: (() => void) | null = null

  /** Animation between pages; null until its code has loaded. */
  animate: PageAnimation | null = null

  /** Navigator for React Router's links and `useNavigate`. */
  readonly navigator: Navigator

  constructor(options: Options) {
    const { history, first } = options
    this.#options = options
    const view: NavigationView = {
      ...first,
      location: history.location,
      action: NavigationType.Pop,
      preventScrollReset: false,
    }
    this.#status = { view, isLoading: false, blocked: null }
    this.navigator = {
      createHref: (to) => history.createHref(to),
      go: (delta) => history.go(delta),
      push: (to, state, more) => void this.visit(to, { ...more, state }),
      replace: (to, state, more) => void this.visit(to, { ...more, state, replace: true }),
    }
    history.listen(({ location, delta }) => void this.#handleHistoryEvent(location, delta))
  }

  get status(): NavigationStatus {
    return this.#status
  }

  /** Calls the listener on every change. Returns the function to unsubscribe. */
  subscribe(listener: (status: NavigationStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Blocks navigations for which the guard returns true. Returns a function that removes the guard. */
  guard(guard: Guard): () => void {
    this.#guard = guard
    return () => {
      if (this.#guard === guard) this.#guard = null
    }
  }

  /**
   * Navigates to an address of the app. Resolves once its page is shown, or once the guard or another navigation stops
   * this navigation.
   */
  async visit(to: To, options: NavigateOptions = {}): Promise<void> {
    const path = toPath(to)
    if (!this.#guard?.(this.#status.view.location, path)) return this.#goTo(path, options)
    this.#block({ leave: () => void this.#goTo(path, options) })
  }

  /** Fetches the current page again, for example after an error. */
  async reload(): Promise<void> {
    const { location, action } = this.#status.view
    await this.#open(location, action, () => {}, { preventScrollReset: true, isReload: true })
  }

  async #goTo(path: Path, { replace = false, state, preventScrollReset = false }: NavigateOptions): Promise<void> {
    const { history } = this.#options
    const commit = () => (replace ? history.replace(path, state) : history.push(path, state))
    await this.#open(path, replace ? NavigationType.Replace : NavigationType.Push, commit, { preventScrollReset })
  }

  /** Handles Back and Forward: the browser has already changed the URL. */
  async #handleHistoryEvent(location: Location, delta: number | null): Promise<void> {
    const expected = this.#expected
    this.#expected = null
    if (expected) return expected()
    if (delta !== null && this.#guard?.(this.#status.view.location, location)) return this.#undoStep(location, delta)
    await this.#open(location, NavigationType.Pop, () => {})
  }

  #undoStep(location: Location, delta: number) {
    const { history } = this.#options
    const undoing = new Promise<void>((resolve) => {
      this.#expected = resolve
    })
    history.go(-delta)
    const proceed = () => {
      this.#expected = () => void this.#open(location, NavigationType.Pop, () => {})
      history.go(delta)
    }
    this.#block({ leave: () => void undoing.then(proceed) })
  }

  #block({ leave }: Pick<BlockedNavigation, 'leave'>) {
    const stay = () => this.#set({ blocked: null })
    const proceed = () => {
      stay()
      leave()
    }
    this.#set({ blocked: { stay, leave: proceed } })
  }

  async #open(
    path: Path,
    action: NavigationView['action'],
    commit: () => void,
    { preventScrollReset = false, isReload = false } = {},
  ): Promise<void> {
    const { history, open, onLeave, leaveApp } = this.#options
    const attempt = ++this.#attempt
    const { view } = this.#status
    const showResult = (result: PageResult) => {
      onLeave?.(view.location)
      commit()
      const next: NavigationView = { ...result, location: history.location, action, preventScrollReset }
      this.#set({ view: next, isLoading: false, blocked: null })
    }
    if (!isReload && isWithinPage(view.location, path)) return showResult(view)
    this.#set({ isLoading: true })
    const result = await open(history.createURL(createPath(path))).then(
      (page): PageResult => ({ page }),
      (error: unknown): PageResult => ({ page: null, error }),
    )
    if (attempt !== this.#attempt) return
    if (!(result.error instanceof Redirect)) return showResult(result)
    const { to, isOutside } = result.error
    if (isOutside) leaveApp?.(to)
    else await this.#goTo(toPath(to), { replace: action !== NavigationType.Push })
  }

  #set(change: Partial<NavigationStatus>) {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#listeners) listener(this.#status)
  }
}

function toPath(to: To): Path {
  const { pathname = '/', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to
  return { pathname, search, hash }
}

/** True if only the URL fragment changes. The navigation then fetches nothing. */
const isWithinPage = (from: Path, to: Path) =>
  (from.hash !== '' || to.hash !== '') && from.pathname === to.pathname && from.search === to.search
