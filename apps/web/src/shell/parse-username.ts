import { PageError } from './navigation/page-errors.ts'

/** Returns the username in `/@username`. @throws PageError 404 for an address of another form. */
export function parseUsername(handle: string | undefined): string {
  if (!handle?.startsWith('@')) throw new PageError(404)
  return handle.slice(1)
}
