import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { getOriginalPhoto, getPhoto } from '@pawtrait/contract/photos/photos.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hasEdit } from '#features/media/crop-area.ts'
import { buildEndpointUrl, call } from '#lib/server/call.ts'
import type { DraftPhoto } from './draft-store.ts'

const POLL_INTERVAL_MS = 700

/** Returns whether this browser can decode the image; undefined while it is being decoded. */
function useDrawable(address: string | null): boolean | undefined {
  const [decodeResult, setDecodeResult] = useState<{ address: string; drawable: boolean }>()
  useEffect(() => {
    if (address === null) return
    let current = true
    const createResultSetter = (drawable: boolean) => () => current && setDecodeResult({ address, drawable })
    const image = new Image()
    image.src = address
    image.decode().then(createResultSetter(true), createResultSetter(false))
    return () => {
      current = false
    }
  }, [address])
  if (address === null) return false
  return decodeResult?.address === address ? decodeResult.drawable : undefined
}

/**
 * Returns the URL of the local file. Without a local file, or if this browser cannot decode it (HEIC), returns the URL
 * of the server's rendering. Returns null until the rendering exists. If `whole` is true, the image has no crop or
 * rotation, for the crop tool.
 */
export function usePhotoPreview(
  { preview, progress }: Pick<DraftPhoto, 'preview' | 'progress'>,
  whole = false,
): string | null {
  const drawable = useDrawable(preview)
  const uploaded = progress.step === 'accepted' ? progress.photo : null
  const id = uploaded?.id ?? null
  const rendering = useQuery({
    queryKey: ['own-photo', id],
    queryFn: () => call(getPhoto, { params: { id: id ?? '' } }),
    enabled: drawable === false && uploaded?.state === 'processing',
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? POLL_INTERVAL_MS : false),
  })
  if (drawable) return preview
  if (whole && uploaded && !hasEdit(uploaded, noPhotoEdit))
    return buildEndpointUrl(getOriginalPhoto, { params: { id: uploaded.id } })
  const renderedPhoto = uploaded?.state === 'ready' ? uploaded : rendering.data
  return (renderedPhoto && listRenditions(renderedPhoto, 'webp').at(-1)?.src) ?? null
}
