import { useEffect, useEffectEvent } from 'react'
import { areShortcutsOn } from '#shell/shortcuts/shortcut-setting.ts'
import { shouldIgnoreShortcut } from '#shell/shortcuts/should-ignore-shortcut.ts'

export type DeskShortcuts = Partial<
  Record<'j' | 'k' | 'a' | 'd' | 't' | 'x' | 'w' | 's' | 'o' | 'z' | 'u' | '?', () => void>
>

/** Binds the shortcuts of a moderation page. They override the app's shortcuts. Only j and k repeat while held down. */
export function useDeskShortcuts(shortcuts: DeskShortcuts) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const handler = shortcuts[event.key as keyof DeskShortcuts]
    if (!handler || shouldIgnoreShortcut(event) || !areShortcutsOn()) return
    event.preventDefault()
    if (!event.repeat || 'jk'.includes(event.key)) handler()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onKeyDown(event)
    // Listens in the capture phase, before the app's shortcuts, which ignore events with `defaultPrevented`.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
