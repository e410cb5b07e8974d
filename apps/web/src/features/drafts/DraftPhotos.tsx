import { useEffect, useState } from 'react'
import { usePhotoPreview } from '#features/posts/editor/use-photo-preview.ts'
import { Photo } from '#ui/photos/Photo.tsx'
import type { DeviceDraft } from './device-drafts.ts'
import type { DraftListItem } from './use-drafts.ts'

type DraftPhotosProps = { listed: DraftListItem; most: number; sizes: string }

/** Shows the first `most` photos of a draft, from the server or from this device. */
export function DraftPhotos({ listed: { on, draft }, most, sizes }: DraftPhotosProps) {
  if (on === 'server')
    return draft.photos
      .slice(0, most)
      .map((photo) => <Photo key={photo.id} photo={photo} alt="" sizes={sizes} fit="cover" />)
  return draft.photos
    .slice(0, most)
    .map(({ key, file, photo }) => file && <FilePicture key={key} file={file} photo={photo} />)
}

/** Picture of a file on this device, or the server's rendering if this browser cannot decode the file (HEIC). */
function FilePicture({ file, photo }: { file: File } & Pick<DeviceDraft['photos'][number], 'photo'>) {
  const [preview] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])
  const src = usePhotoPreview({ preview, progress: photo ? { step: 'accepted', photo } : { step: 'waiting' } })
  return src && <img src={src} alt="" />
}
