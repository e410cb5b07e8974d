import { useEffect, useState } from 'react'
import { Photo } from '#ui/photos/Photo.tsx'
import type { DraftListItem } from './use-drafts.ts'

type DraftPhotosProps = { listed: DraftListItem; most: number; sizes: string }

/** Shows the first `most` photos of a draft, from the server or from this device. */
export function DraftPhotos({ listed: { on, draft }, most, sizes }: DraftPhotosProps) {
  if (on === 'server')
    return draft.photos
      .slice(0, most)
      .map((photo) => <Photo key={photo.id} photo={photo} alt="" sizes={sizes} fit="cover" />)
  return draft.photos.slice(0, most).map(({ key, file }) => file && <FilePicture key={key} file={file} />)
}

function FilePicture({ file }: { file: File }) {
  const [address] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img src={address} alt="" />
}
