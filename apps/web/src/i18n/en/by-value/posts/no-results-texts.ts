export const noResultsTexts = {
  pet: 'We looked for “{q}” in pets only. Search everything to find more.',
  user: 'We looked for “{q}” in users only. Search everything to find more.',
  post: 'We looked for “{q}” in posts only. Search everything to find more.',
  tag: 'We looked for “{q}” in tags only. Search everything to find more.',
  place: 'We looked for “{q}” in places only. Search everything to find more.',
} as const
