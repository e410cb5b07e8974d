// The paw, and the number beside it.

export const number = '{count}'
export const word = 'one: like | other: likes'
export const likeCount = 'one: Like, {count} like | other: Like, {count} likes'
export const failed = 'Your like did not reach the server. Try again.'
