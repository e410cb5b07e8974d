import { describe, expect, it } from 'vitest'
import { isUploadingSlowly, joinUploadQueue, type QueuePosition } from './upload-queue.ts'

const KB = 1024
const sendFast = (position: QueuePosition) => position.sent(1024 * KB, 1_000)
const sendSlowly = (position: QueuePosition) => position.sent(12 * KB, 1_000)

/** Returns whether the upload may send its next chunk at once. */
async function hasTurn(position: QueuePosition): Promise<boolean> {
  let hasStarted = false
  position.turn().then(
    () => {
      hasStarted = true
    },
    () => {},
  )
  await Promise.resolve()
  await Promise.resolve()
  return hasStarted
}

describe('upload queue', () => {
  it('sends one upload at a time until the connection is known to be fast, and then two at a time', async () => {
    const [first, second, third] = [joinUploadQueue(), joinUploadQueue(), joinUploadQueue()]
    expect([await hasTurn(first), await hasTurn(second)]).toEqual([true, false])
    sendFast(first)
    expect([await hasTurn(first), await hasTurn(second), await hasTurn(third)]).toEqual([true, true, false])
    first.leave()
    expect(await hasTurn(third)).toBe(true)
    for (const position of [second, third]) position.leave()
  })

  it('pauses the second upload and reports a slow upload when the connection becomes slow', async () => {
    const [first, second] = [joinUploadQueue(), joinUploadQueue()]
    sendFast(first)
    expect(isUploadingSlowly()).toBe(false)
    sendSlowly(second)
    expect(isUploadingSlowly()).toBe(true)
    expect([await hasTurn(first), await hasTurn(second)]).toEqual([true, false])
    first.leave()
    expect([await hasTurn(second), isUploadingSlowly()]).toEqual([true, true])
    second.leave()
    expect(isUploadingSlowly()).toBe(false)
  })

  it('rejects the promise of an upload that leaves the queue while it waits for its turn', async () => {
    const [first, second] = [joinUploadQueue(), joinUploadQueue()]
    const waiting = second.turn()
    second.leave()
    await expect(waiting).rejects.toThrow('left the queue')
    first.leave()
  })

  it('does not classify the connection as slow after a small, quick chunk', () => {
    const position = joinUploadQueue()
    position.sent(8 * KB, 300)
    expect(isUploadingSlowly()).toBe(false)
    position.leave()
  })
})
