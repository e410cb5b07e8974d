export const postsChanged = {
  photosAdded: 'one: {count} photo added | other: {count} photos added',
  photosRemoved: 'one: {count} photo removed, gone for good | other: {count} photos removed, gone for good',
  first: 'Another order: photo {number} comes first',
  newFirst: 'A new photo comes first',
  reordered: 'Another order of the photos',
  cut: 'Photo {number} cut anew',
  described: 'Photo {number} described',
  undescribed: 'Description of photo {number} removed',
  tagged: '{pet} tagged',
  untagged: '{pet} no longer tagged',
  place: 'Place: {place}',
  placeRemoved: 'Place removed',
} as const
