import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepPreviousFiles, setAsideBuiltFiles } from './previous-files.ts'

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'dist-'))
})
afterEach(() => rmSync(dist, { recursive: true }))

function build(...files: string[]) {
  setAsideBuiltFiles(dist)
  mkdirSync(join(dist, 'client/assets'), { recursive: true })
  for (const file of files) writeFileSync(join(dist, 'client/assets', file), file)
}
const keptFiles = () => readdirSync(join(dist, 'previous/assets')).toSorted()
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

describe('keepPreviousFiles', () => {
  test('keeps no files after the first build', () => {
    build('a.js')
    keepPreviousFiles(dist, day(1))
    expect(keptFiles()).toEqual([])
  })

  test('keeps replaced files for 14 days after they were replaced', () => {
    build('a.js', 'same.js')
    keepPreviousFiles(dist, day(1))
    build('b.js', 'same.js')
    keepPreviousFiles(dist, day(100))
    expect(keptFiles()).toEqual(['a.js'])
    build('c.js', 'same.js')
    keepPreviousFiles(dist, day(114))
    expect(keptFiles()).toEqual(['a.js', 'b.js'])
    build('c.js', 'same.js')
    keepPreviousFiles(dist, day(115))
    expect(keptFiles()).toEqual(['b.js'])
  })

  test('deletes a kept file when a later build contains the file again', () => {
    build('a.js')
    keepPreviousFiles(dist, day(1))
    build('b.js')
    keepPreviousFiles(dist, day(2))
    build('a.js')
    keepPreviousFiles(dist, day(3))
    expect(keptFiles()).toEqual(['b.js'])
  })

  test('keeps the files of an interrupted build, and of the build before it', () => {
    build('a.js')
    keepPreviousFiles(dist, day(1))
    build('half.js') // Simulates an interrupted build by not calling keepPreviousFiles.
    build('b.js')
    keepPreviousFiles(dist, day(2))
    expect(keptFiles()).toEqual(['a.js', 'half.js'])
  })
})
