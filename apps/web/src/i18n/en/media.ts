// Choosing and cropping a picture.

export const zoom = 'Zoom'
export const reading = 'Reading…'
export const crop = 'Crop the photo'
export const cropAgain = 'Crop again'
export const keptMiddle = 'Photo added. Its middle is shown.'
export const keep = 'Use this part'
export const cropHelp = 'Drag the photo, or move it with the arrow keys. The original stays as it is.'
export const unreadable = 'We cannot read this file. JPEG, PNG, WebP, AVIF, HEIC and GIF work, up to 30 MB.'
