import { type DeskAction, deskActions } from '@pawtrait/contract/moderation/decisions.ts'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTaken } from '#shell/shortcuts/is-taken.ts'
import { shortcutsOn } from '#shell/shortcuts/shortcut-setting.ts'

/** The digit of an action: always the same one, also where others are left out. */
export const digitOf = (action: DeskAction): number => deskActions.indexOf(action) + 1

const isSending = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

/**
 * Digits choose what happens, wherever one is on the page of the form or in its dialog. Ctrl and Enter (on a Mac: Cmd)
 * decide from anywhere in it, also from the note, where Enter alone is a new line.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isSending(event) && event.target instanceof Node && form.current?.contains(event.target)) {
      event.preventDefault()
      return form.current.requestSubmit()
    }
    const action = deskActions[Number(event.key) - 1]
    const radio = form.current?.querySelector<HTMLInputElement>(`input[name="action"][value="${action}"]`)
    if (!action || !radio || !form.current || isTaken(event, form.current) || !shortcutsOn()) return
    event.preventDefault()
    radio.click()
    radio.focus()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
