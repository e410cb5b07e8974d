export const noResultsTexts = {
  pet: 'We looked for “{q}” among pets only. It may be something else.',
  user: 'We looked for “{q}” among users only. It may be something else.',
  post: 'We looked for “{q}” in posts only. It may be something else.',
  tag: 'We looked for “{q}” among tags only. It may be something else.',
  place: 'We looked for “{q}” among places only. It may be something else.',
} as const
