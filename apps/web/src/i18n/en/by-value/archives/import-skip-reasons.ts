import type { SkipReason } from '@pawtrait/contract/imports.ts'

/** Reasons why an item of an archive was not imported. */
export const importSkipReasons: Record<SkipReason, string> = {
  missing: 'the file is not in the ZIP',
  damaged: 'the file is damaged',
  'not-a-photo': 'we cannot read this photo',
  'too-large': 'the photo is too large',
  'taken-down': 'the photo was taken down here',
  'too-many-photos': 'it has more than ten photos',
  'no-photos': 'none of its photos could be imported',
  invalid: 'it has the wrong format',
  'in-the-future': 'its date is in the future',
  'too-many-today': 'you reached today’s limit',
  twice: 'another post has the same photo',
  'not-yours': 'you are not its owner',
  'too-many': 'there are too many',
  failed: 'something went wrong',
}
