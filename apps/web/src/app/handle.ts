import { data } from 'react-router'

/** The username in `/@username`. @throws a 404 for an address of another form. */
export function usernameIn(handle: string | undefined): string {
  if (!handle?.startsWith('@')) throw data(null, { status: 404 })
  return handle.slice(1)
}
