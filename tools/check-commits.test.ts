import { expect, it } from 'vitest'
import { findCommitSubjectFault } from './check-commits.ts'

it.each(['likes: refuse a like on a blocked post', 'payments, users: files stand on shelves', 'Revert "likes: x"'])(
  'check-commits accepts the subject "%s"',
  (subject) => {
    expect(findCommitSubjectFault(subject)).toBeUndefined()
  },
)

it.each([
  [`likes: ${'a'.repeat(66)}`, /73 letters/],
  ['fixed things', /no feature word/],
  ['Likes: refuse', /no feature word/],
  ['likes:', /no feature word/],
])('check-commits refuses the subject "%s"', (subject, fault) => {
  expect(findCommitSubjectFault(subject)).toMatch(fault)
})
