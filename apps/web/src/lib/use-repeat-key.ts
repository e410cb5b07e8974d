import { useRef } from 'react'
import { newKey } from './call.ts'

/**
 * Idempotency keys for a form: `of` gives the same one as long as the same is sent, so that a repeat after a lost
 * answer creates nothing twice; after `forget` the same is something new.
 */
export function useRepeatKey() {
  const last = useRef({ sent: '', key: '' })
  const of = (body: unknown): string => {
    const sent = JSON.stringify(body)
    if (last.current.sent !== sent) last.current = { sent, key: newKey() }
    return last.current.key
  }
  const forget = () => {
    last.current = { sent: '', key: '' }
  }
  return { of, forget }
}
