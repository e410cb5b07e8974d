import { useEffect, useEffectEvent } from 'react'

type StoryKeys = {
  /** If true, all keys are ignored, for example while a panel is open. */
  isOff: boolean
  toStory: (by: 1 | -1) => void
  onSpace: () => void
}

const fields = 'input, textarea, select'
const pressed = `${fields}, button, a`

/** Arrow keys go back and forth, space pauses and resumes. Ignores keys in text fields, and space on a button. */
export function useStoryKeys({ isOff, toStory, onSpace }: StoryKeys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
    if (isOff || isIn(fields) || event.altKey || event.ctrlKey || event.metaKey) return
    if (key === 'ArrowRight') toStory(1)
    else if (key === 'ArrowLeft') toStory(-1)
    else if (key === ' ' && !isIn(pressed)) onSpace()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
