// Messages for the like button with its count, and for the list of likers.

export const formattedLikeCount = '{count}'
export const likesWord = 'one: like | other: likes'
export const buttonLabel = 'one: Like, {count} like | other: Like, {count} likes'
export const likeFailed = 'Your like was not saved. Try again.'
export const seeLikes = 'See likes'
export const likersTitle = 'Likes'
export const showMoreLikers = 'Show more people'
export const emptyText = 'No likes yet'
export const likersLoadFailed = 'We could not load the likes'
