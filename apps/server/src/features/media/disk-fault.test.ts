import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawnScene } from '#testing/photos/images.ts'
import { findDiskFault } from './disk-fault.ts'

const failing = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.runIf(process.platform === 'linux')('findDiskFault', () => {
  it('returns ENOSPC for the full-disk errors of Node.js and of libvips', async () => {
    expect(findDiskFault(await failing(writeFile('/dev/full', 'photo')))).toBe('ENOSPC')
    expect(findDiskFault(await failing(drawnScene(400, 300).jpeg().toFile('/dev/full')))).toBe('ENOSPC')
  })
})

it('findDiskFault returns undefined for a damaged photo', async () => {
  const error = await failing(sharp(Buffer.from('no photo at all')).toBuffer())
  expect(error).toBeInstanceOf(Error)
  expect(findDiskFault(error)).toBeUndefined()
})
