import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { scene } from '#testing/photos/images.ts'
import { diskFault } from './disk-fault.ts'

const failing = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.runIf(process.platform === 'linux')('diskFault', () => {
  it('returns ENOSPC for a full disk, from Node and from libvips', async () => {
    expect(diskFault(await failing(writeFile('/dev/full', 'photo')))).toBe('ENOSPC')
    expect(diskFault(await failing(scene(400, 300).jpeg().toFile('/dev/full')))).toBe('ENOSPC')
  })
})

it('diskFault returns undefined for a damaged photo', async () => {
  const error = await failing(sharp(Buffer.from('no photo at all')).toBuffer())
  expect(error).toBeInstanceOf(Error)
  expect(diskFault(error)).toBeUndefined()
})
