import { useLocation } from 'react-router'

/** What the address says after its question mark. */
export function useSearch(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}
