import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePhotoPreview } from '#features/posts/editor/use-photo-preview.ts'
import { Photo } from '#ui/photos/Photo.tsx'
import type { DeviceDraftPhoto } from './device-drafts.ts'
import { draftFileQuery } from './draft-cache.ts'
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
    .map((photo) => <StoredPicture key={photo.key} draft={draft.key} photo={photo} sizes={sizes} />)
}

type StoredPictureProps = { draft: string; photo: DeviceDraftPhoto; sizes: string }

/** Shows a photo of a draft on this device: its file, or the server's photo if this browser has no file. */
function StoredPicture({ draft, photo, sizes }: StoredPictureProps) {
  const { data: file } = useQuery(draftFileQuery(draft, photo))
  if (file) return <FilePicture file={file} photo={photo.photo} />
  return file === null && photo.photo && <Photo photo={photo.photo} alt="" sizes={sizes} fit="cover" />
}

/** Shows a file on this device, or the server's rendering if this browser cannot decode the file (HEIC). */
function FilePicture({ file, photo }: { file: File } & Pick<DeviceDraftPhoto, 'photo'>) {
  const [preview] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])
  const src = usePhotoPreview({ preview, progress: photo ? { step: 'accepted', photo } : { step: 'waiting' } })
  return src && <img src={src} alt="" />
}
