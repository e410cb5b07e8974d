import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { useIsMounted } from '#lib/use-is-mounted.ts'
import { preparePicture } from './prepare-picture.ts'
import type { ChosenPicture } from './upload-picture.ts'

type ChosenPictureOptions = {
  /** Width of the crop divided by its height. */
  aspect: number
  picture: ChosenPicture | null
  onChange: (picture: ChosenPicture | null) => void
  onReading: (reading: Promise<unknown>) => void
}

const controls = 'input, textarea, select, button, a, label'

/** Detects whether the user operates a control. Returns a function that stops the detection and returns the result. */
function watchUserInput(): () => boolean {
  const controller = new AbortController()
  let hasActed = false
  const onUserInput = ({ target }: Event) => {
    if (target instanceof Element && target.closest(controls)) hasActed = true
  }
  for (const type of ['input', 'keydown', 'pointerdown'])
    document.addEventListener(type, onUserInput, { capture: true, signal: controller.signal })
  return () => {
    controller.abort()
    return hasActed
  }
}

/** State of the crop dialog: the picture to crop, and the previous picture, which Cancel restores. */
function useCropping({ picture, onChange }: Pick<ChosenPictureOptions, 'picture' | 'onChange'>) {
  const [previousPicture, setPreviousPicture] = useState<ChosenPicture | null>(null)
  const [cropping, setCropping] = useState<ChosenPicture | null>(null)
  const open = (next: ChosenPicture) => {
    setPreviousPicture(picture)
    setCropping(next)
  }
  const closeWith = (previous: ChosenPicture | null) => {
    setCropping(null)
    onChange(previous)
  }
  return {
    cropping,
    open,
    keep: closeWith,
    close: () => closeWith(previousPicture),
    reopen: () => picture && open(picture),
  }
}

/** Reads the chosen file, opens the crop dialog, and passes the picture to `onChange`. */
export function useChosenPicture({ aspect, picture, onChange, onReading }: ChosenPictureOptions) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const { open, ...crop } = useCropping({ picture, onChange })
  const [isReading, setReading] = useState(false)
  /** Picture with a centred crop. Its crop dialog stayed closed, because the user was busy when the picture loaded. */
  const [autoCroppedPicture, setAutoCroppedPicture] = useState<ChosenPicture | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isMounted = useIsMounted()
  const accept = (chosen: ChosenPicture, isAsked: boolean) => {
    if (!isMounted()) return
    onChange(chosen)
    if (isAsked) open(chosen)
    else setAutoCroppedPicture(chosen)
  }
  const refuse = (refusal: unknown): never => {
    setError(refusal instanceof CallError && refusal.problem ? formatProblem(refusal) : t(phrases.media.fileUnreadable))
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
    onReading(reading.then((chosen) => accept(chosen, isAsked), refuse))
  }
  return { ...crop, choose, error, isReading, isUnasked: picture !== null && picture === autoCroppedPicture }
}
