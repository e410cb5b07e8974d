import { getPhoto } from '@pawtrait/contract/photos.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#lib/call.ts'
import type { DraftPhoto } from './draft.ts'

const LOOK_AGAIN_MS = 700

/** Whether this browser can draw the file; undefined until it has tried. */
function useDrawable(address: string): boolean | undefined {
  const [tried, setTried] = useState<{ address: string; drawable: boolean }>()
  useEffect(() => {
    let current = true
    const learn = (drawable: boolean) => () => current && setTried({ address, drawable })
    const image = new Image()
    image.src = address
    image.decode().then(learn(true), learn(false))
    return () => {
      current = false
    }
  }, [address])
  return tried?.address === address ? tried.drawable : undefined
}

/** The file itself, or (HEIC in most browsers) what the server made of it; null until there is something to draw. */
export function usePreview({ preview, progress }: DraftPhoto): string | null {
  const drawable = useDrawable(preview)
  const id = progress.step === 'accepted' ? progress.photo.id : null
  const made = useQuery({
    queryKey: ['own-photo', id],
    queryFn: () => call(getPhoto, { params: { id: id ?? '' } }),
    enabled: drawable === false && id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? LOOK_AGAIN_MS : false),
  })
  if (drawable) return preview
  return made.data?.variants.findLast(({ format }) => format === 'webp')?.src ?? null
}
