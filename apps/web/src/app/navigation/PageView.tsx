import { useRoutes } from 'react-router'
import { Frame } from '../Frame.tsx'
import type { Found } from './navigation.ts'
import type { OpenPage } from './open-page.ts'
import { ErrorPage, PageBoundary } from './PageBoundary.tsx'

/** A page in its frame, or what stands there instead. On the server and in the browser. */
export function PageView({ view }: { view: Found }) {
  const { page, error } = view
  if (!page) return <ErrorPage error={error} />
  return (
    <PageBoundary view={view}>
      <Frame head={page.head}>
        <Routed key={page.path} page={page} />
      </Frame>
    </PageBoundary>
  )
}

/** Gives the page what its address pattern holds. */
function Routed({ page: { path, Component } }: { page: OpenPage }) {
  return useRoutes([{ path, element: <Component /> }])
}
