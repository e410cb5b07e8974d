import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { canGoBack } from '#lib/can-go-back.ts'
import { useIsLoading } from './PageRouter.tsx'

/**
 * Goes back to where one came from, else to an address. Once: going back takes the browser a moment, and another press
 * meanwhile would go one page further. For pages that never ask before they are left.
 */
export function useLeave(elsewhere: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  const isLoading = useIsLoading()
  const leftFrom = useRef<string | null>(null)
  // Whoever comes back before the other page was there may leave again.
  useEffect(() => {
    if (!isLoading || leftFrom.current !== key) leftFrom.current = null
  }, [key, isLoading])
  return () => {
    if (leftFrom.current !== null) return
    leftFrom.current = key
    void (canGoBack() ? navigate(-1) : navigate(elsewhere))
  }
}
