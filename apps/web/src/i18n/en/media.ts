import { section } from '../sections.ts'

/** Choosing and cropping a picture. */
export const media = section('media', {
  zoom: 'Zoom',
  reading: 'Reading…',
  crop: 'Crop the photo',
  cropAgain: 'Crop again',
  keptMiddle: 'Your photo is in. The middle of it is kept.',
  keep: 'Use this part',
  cropHelp: 'Move the photo under the frame; the arrow keys move it too. The original stays as it is.',
  unreadable: 'We cannot read this file. JPEG, PNG, WebP, AVIF, HEIC and GIF work, up to 30 MB.',
} as const)
