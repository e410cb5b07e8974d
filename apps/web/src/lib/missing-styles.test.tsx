import { expect, test } from 'vitest'
import { network } from '../testing/network.ts'
import { loadChunk, watchStyles } from './load-chunk.ts'

test('a part whose style sheet does not come is not drawn without it', async () => {
  network()
  watchStyles()
  const address = URL.createObjectURL(new Blob(['b {}'], { type: 'text/css' }))
  URL.revokeObjectURL(address)
  const load = async () => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href: address })
    const isOver = new Promise((resolve) => link.addEventListener('error', resolve))
    document.head.append(link)
    await isOver
    return 'part'
  }
  await expect(loadChunk(load)).rejects.toMatchObject({ code: 'offline' })
})
