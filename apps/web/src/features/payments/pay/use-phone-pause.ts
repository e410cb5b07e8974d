import { type Attempt, phonePauseSeconds } from '@pawtrait/contract/payments/payments.ts'
import { useState } from 'react'
import { CallError } from '#lib/server/call.ts'
import { secondsFromNow, useSecondsUntil } from '#lib/time/use-seconds-until.ts'
import { endsLike } from './read-phone.ts'

type Refused = { phone: string; until: string }

/**
 * For how many seconds the number being typed is left alone, as the try before says or the server when it refused.
 * `learn` takes note of a refusal.
 */
export function usePhonePause(phone: string, before: Attempt | null) {
  const [refused, setRefused] = useState<Refused | null>(null)
  const known = before !== null && endsLike(phone, before.phoneEnd) ? before.retryAt : null
  const byTry = useSecondsUntil(known, phonePauseSeconds)
  const byServer = useSecondsUntil(refused?.phone === phone ? refused.until : null, phonePauseSeconds)
  const learn = (error: Error) => {
    if (!(error instanceof CallError) || error.code !== 'phone-asked-before') return
    const seconds = error.problem?.retryAfterSeconds ?? phonePauseSeconds
    setRefused({ phone, until: secondsFromNow(seconds) })
  }
  return { rest: Math.max(byTry, byServer), learn }
}
