/** A hashtag in written text: letters, digits and `_` of any script, at least one of them not a digit. */
export const hashtag =
  /(?<![\p{L}\p{M}\p{N}_&/#])#(?=[\p{N}_]*[\p{L}_])([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,99})(?![\p{L}\p{M}\p{N}_])/gu

const MOST_TAGS = 30

/** A tag as it is stored and addressed: lower case, NFC, without the sign. */
export const plainTag = (tag: string) => tag.normalize('NFC').toLowerCase()

/** The hashtags of a text, each once, in order; at most 30 count. */
export const tagsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(hashtag)].map(([, tag = '']) => plainTag(tag)))].slice(0, MOST_TAGS)
