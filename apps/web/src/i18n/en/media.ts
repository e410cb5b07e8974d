// Choosing and cropping a picture.

export const zoom = 'Zoom'
export const reading = 'Reading…'
export const crop = 'Crop the photo'
export const cropAgain = 'Crop again'
export const keptMiddle = 'Your photo is in. The middle of it is kept.'
export const keep = 'Use this part'
export const cropHelp = 'Move the photo under the frame; the arrow keys move it too. The original stays as it is.'
export const unreadable = 'We cannot read this file. JPEG, PNG, WebP, AVIF, HEIC and GIF work, up to 30 MB.'
