import type { Draft } from '@pawtrait/contract/drafts.ts'
import type { CollectionId, DraftId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { anId, aPhoto } from './fixtures.ts'

/** A draft of the viewer as the API returns it, with one described photo. */
export const aDraft = (more: Partial<Draft> = {}): Draft => ({
  id: anId<DraftId>(),
  caption: 'Half a sentence',
  place: '',
  audience: 'everyone',
  replies: 'everyone',
  pets: [],
  photos: [aDraftPhoto()],
  version: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...more,
})

/** A photo of a draft as the API returns it. The photo expires in the far future. */
export const aDraftPhoto = (more: Partial<Draft['photos'][number]> = {}): Draft['photos'][number] => ({
  ...aPhoto(),
  ...noPhotoEdit,
  goesAt: '2999-01-01T00:00:00.000Z',
  ...more,
})

/** A collection without saved posts. */
export const aCollection = (more: Partial<Collection> = {}): Collection => ({
  id: anId<CollectionId>(),
  name: 'Beach dogs',
  postCount: 0,
  pictures: [],
  holds: false,
  ...more,
})
