export const deskKeys = {
  j: 'Next',
  k: 'Previous',
  Enter: 'Open',
  a: 'Act: go to the decision',
  d: 'Nothing wrong: dismiss',
  t: 'Take it, or put it back',
  x: 'Select, or not any more',
  w: 'Show the whole wave; once more: select it',
  u: 'Back to the queue',
  '?': 'This list',
} as const
