import { paths } from '@pawtrait/contract/paths.ts'
import { useLocation } from 'react-router'
import { useViewer } from './viewer.ts'

/** For controls that need somebody logged in: what a visitor's press does instead, or nothing for everybody else. */
export function useVisitorGate(): (() => void) | undefined {
  const viewer = useViewer()
  const { pathname } = useLocation()
  return viewer ? undefined : () => window.location.assign(paths.logIn(pathname))
}
