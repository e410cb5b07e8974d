import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { useIsMounted } from '#lib/use-is-mounted.ts'
import { preparePicture } from './prepare-picture.ts'
import type { ChosenPicture } from './upload-picture.ts'

type Chosen = {
  /** Width of the crop divided by its height. */
  aspect: number
  picture: ChosenPicture | null
  onChange: (picture: ChosenPicture | null) => void
  onReading: (reading: Promise<unknown>) => void
}

const controls = 'input, textarea, select, button, a, label'

/** Detects whether the user operates a control. Returns a function that stops the detection and returns the result. */
function watchUserInput(): () => boolean {
  const watch = new AbortController()
  let hasActed = false
  const see = ({ target }: Event) => {
    if (target instanceof Element && target.closest(controls)) hasActed = true
  }
  for (const type of ['input', 'keydown', 'pointerdown'])
    document.addEventListener(type, see, { capture: true, signal: watch.signal })
  return () => {
    watch.abort()
    return hasActed
  }
}

/** State of the crop dialog: the picture to crop, and the previous picture, which Cancel restores. */
function useCropping({ picture, onChange }: Pick<Chosen, 'picture' | 'onChange'>) {
  const [before, setBefore] = useState<ChosenPicture | null>(null)
  const [cropping, setCropping] = useState<ChosenPicture | null>(null)
  const open = (shown: ChosenPicture) => {
    setBefore(picture)
    setCropping(shown)
  }
  const leave = (previous: ChosenPicture | null) => {
    setCropping(null)
    onChange(previous)
  }
  return { cropping, open, keep: leave, close: () => leave(before), reopen: () => picture && open(picture) }
}

/** Reads the chosen file, opens the crop dialog, and passes the picture to `onChange`. */
export function useChosenPicture({ aspect, picture, onChange, onReading }: Chosen) {
  const t = useTranslate()
  const say = useProblemText()
  const { open, ...crop } = useCropping({ picture, onChange })
  const [isReading, setReading] = useState(false)
  /** Picture with a centred crop. Its crop dialog stayed closed, because the user was busy when the picture loaded. */
  const [unasked, setUnasked] = useState<ChosenPicture | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isHere = useIsMounted()
  const take = (chosen: ChosenPicture, isAsked: boolean) => {
    if (!isHere()) return
    onChange(chosen)
    if (isAsked) open(chosen)
    else setUnasked(chosen)
  }
  const refuse = (refusal: unknown): never => {
    setError(refusal instanceof CallError && refusal.problem ? say(refusal) : t(phrases.media.fileUnreadable))
    throw new Error('The picture could not be read.', { cause: refusal })
  }
  const choose = (file: File) => {
    setReading(true)
    setError(null)
    const hasActed = watchUserInput()
    let isAsked = true
    const reading = preparePicture(file, aspect).finally(() => {
      isAsked = !hasActed()
      setReading(false)
    })
    // The dialog does not open if the user is busy, because it would take the focus, or interrupt a save.
    onReading(reading.then((chosen) => take(chosen, isAsked), refuse))
  }
  return { ...crop, choose, error, isReading, isUnasked: picture !== null && picture === unasked }
}
