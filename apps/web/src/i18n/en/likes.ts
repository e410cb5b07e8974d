// Like button with its count, and the list of likers.

export const number = '{count}'
export const word = 'one: like | other: likes'
export const likeCount = 'one: Like, {count} like | other: Like, {count} likes'
export const failed = 'Your like did not reach the server. Try again.'
export const see = 'See likes'
export const people = 'Likes'
export const morePeople = 'Show more people'
export const nobody = 'No likes yet'
export const peopleFailed = 'We could not load the likes'
