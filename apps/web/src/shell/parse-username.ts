import { PageError } from './navigation/page-errors.ts'

/** Returns the username from a path segment `@username`. @throws PageError 404 for any other form */
export function parseUsername(handle: string | undefined): string {
  if (!handle?.startsWith('@')) throw new PageError(404)
  return handle.slice(1)
}
