import { useLocation } from 'react-router'

/** Returns the query parameters of the address. */
export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}
