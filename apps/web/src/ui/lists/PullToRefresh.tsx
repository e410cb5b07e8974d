import arrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?path'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './PullToRefresh.module.css'
import { watchPull } from './watch-pull.ts'

// The indicator moves `RESISTANCE` times as far as the finger. Once it has moved `READY_PX`, a release starts a
// refresh.
const RESISTANCE = 0.6
const READY_PX = 64
const MAX_PX = 84

/** Phase of the gesture. `ready`: a release starts a refresh. `done`: the last refresh succeeded. */
type Phase = 'idle' | 'pulling' | 'ready' | 'loading' | 'done'

/**
 * Pull to refresh by touch, with an indicator below the top bar. Render it only in the installed app, which has no
 * reload button. `onRefresh` rejects if the refresh failed; the caller shows the error.
 */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const t = useTranslate()
  const disc = useRef<HTMLDivElement>(null)
  const phase = usePull(disc, onRefresh)
  return (
    <>
      <p className="vh" role="status">
        {phase === 'loading' && t(phrases.ui.loadingLabel)}
        {phase === 'done' && t(phrases.ui.upToDate)}
      </p>
      <div ref={disc} className={styles.disc} data-phase={phase} aria-hidden="true">
        {phase === 'loading' ? <Spinner size={22} /> : <Icon path={arrowDown} size={22} />}
      </div>
    </>
  )
}

function usePull(disc: RefObject<HTMLElement | null>, onRefresh: () => Promise<unknown>): Phase {
  const [renderedPhase, setShown] = useState<Phase>('idle')
  const refresh = useEffectEvent(() => onRefresh())
  // Uses a layout effect, because the user may touch the page before other effects run.
  useLayoutEffect(() => {
    // `phase` is a local variable, because the finger may be lifted before React has rendered the last state.
    let phase: Phase = 'idle'
    const changePhase = (next: Phase) => {
      phase = next
      setShown(next)
    }
    const onPull = (distance: number) => {
      if (phase === 'loading') return
      const offset = Math.min(distance * RESISTANCE, MAX_PX)
      disc.current?.style.setProperty('--pulled', `${offset}px`)
      changePhase(offset >= READY_PX ? 'ready' : 'pulling')
    }
    const onEnd = (isReleased: boolean) => {
      if (phase === 'loading') return
      if (phase !== 'ready' || !isReleased) return changePhase('idle')
      changePhase('loading')
      refresh().then(
        () => changePhase('done'),
        () => changePhase('idle'),
      )
    }
    return watchPull({ onPull, onEnd })
  }, [disc])
  return renderedPhase
}
