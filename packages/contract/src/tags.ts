/** A hashtag in a text: letters, digits and `_` of any script, at least one of them not a digit. */
export const hashtagPattern =
  /(?<![\p{L}\p{M}\p{N}_&/#])#(?=[\p{N}_]*[\p{L}_])([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,99})(?![\p{L}\p{M}\p{N}_])/gu

const MAX_TAGS = 30

/** Returns a tag as stored and used in paths: lower case, NFC, without the sign. */
export const normaliseTag = (tag: string) => tag.normalize('NFC').toLowerCase()

/** Returns the hashtags of a text: distinct, in order, at most 30. */
export const findHashtags = (text: string): string[] =>
  [...new Set([...text.matchAll(hashtagPattern)].map(([, tag = '']) => normaliseTag(tag)))].slice(0, MAX_TAGS)
