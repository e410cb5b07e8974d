import { useRoutes } from 'react-router'
import type { Found } from '#shell/navigation/navigation.ts'
import type { OpenPage } from '#shell/navigation/open-page.ts'
import { ErrorPage, PageBoundary } from '#shell/navigation/PageBoundary.tsx'
import { isNotFound } from '#shell/navigation/page-answers.ts'
import { useViewer } from '#shell/viewer.ts'
import { Frame } from './Frame.tsx'

/** A page in its frame, or what stands there instead. On the server and in the browser. */
export function PageView({ view }: { view: Found }) {
  const viewer = useViewer()
  const { page, error } = view
  // Whoever is logged in goes on from where nothing is; what broke may have broken the frame too.
  if (!page && !(viewer && isNotFound(error))) return <ErrorPage error={error} />
  return (
    <PageBoundary view={view}>
      <Frame head={page?.head ?? null}>
        {page ? <Routed key={page.path} page={page} /> : <ErrorPage error={error} framed />}
      </Frame>
    </PageBoundary>
  )
}

/** Gives the page what its address pattern holds. */
function Routed({ page: { path, Component } }: { page: OpenPage }) {
  return useRoutes([{ path, element: <Component /> }])
}
