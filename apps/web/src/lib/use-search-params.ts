import { useLocation } from 'react-router'

/** What the address says after its question mark. */
export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}
