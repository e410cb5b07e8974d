import { paths } from '@pawtrait/contract/paths.ts'
import { useLocation } from 'react-router'
import { useViewer } from './viewer.ts'

/** Returns a click handler that opens the log-in page for visitors; undefined for signed-in users. */
export function useVisitorGate(): (() => void) | undefined {
  const viewer = useViewer()
  const { pathname } = useLocation()
  return viewer ? undefined : () => window.location.assign(paths.logIn(pathname))
}
