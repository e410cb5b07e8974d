import { describe, expect, test } from 'vitest'
import { nextPath } from './start-session.ts'

describe('where a log-in leads', () => {
  test.each([
    ['nothing', '', '/dashboard'],
    ['a path', '?next=%2Fposts%2F1%3Fphoto%3D2', '/posts/1?photo=2'],
    ['a path that brings a secret behind #', '?next=%2Finvitations%2Flink#s3cret', '/invitations/link#s3cret'],
    ['another origin with a secret', '?next=https%3A%2F%2Fevil.example%2F#s3cret', '/dashboard'],
    ['another origin', '?next=https%3A%2F%2Fevil.example%2F', '/dashboard'],
    ['another origin without its scheme', '?next=%2F%2Fevil.example%2F', '/dashboard'],
    ['a backslash that browsers read as a slash', '?next=%2F%5Cevil.example', '/dashboard'],
    ['a tab between two slashes', '?next=%2F%09%2Fevil.example', '/dashboard'],
    ['a script', '?next=javascript%3Aalert(1)', '/dashboard'],
  ])('next is %s', (_, query, path) => {
    expect(nextPath(`http://localhost:3000/login${query}`)).toBe(path)
  })
})
