import { Component, type ReactNode } from 'react'
import { lazyComponent } from '#ui/states/lazy-component.tsx'

// Error pages are loaded lazily, because they are rarely needed. start-app.tsx preloads them, because they could not be
// loaded offline.
export const ErrorPage = lazyComponent(async () => (await import('#shell/ErrorPage.tsx')).ErrorPage)
export const UnavailablePage = lazyComponent(async () => (await import('#shell/UnavailablePage.tsx')).UnavailablePage)

type Props = { view: unknown; children: ReactNode }
type State = { view: unknown; error: unknown; isBroken: boolean }

/** Error boundary of a page. Shows the error page until the next navigation. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { view: this.props.view, error: null, isBroken: false }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, isBroken: true }
  }

  static getDerivedStateFromProps({ view }: Props, state: State): State | null {
    return view === state.view ? null : { view, error: null, isBroken: false }
  }

  override render() {
    const { error, isBroken } = this.state
    return isBroken ? <ErrorPage error={error} /> : this.props.children
  }
}
