import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const module = JSON.stringify(new URL('./release-memory.ts', import.meta.url).href)

/** Runs a process that allocates 150 MB and frees them. Returns the final size of its heap in MB. */
function heapAfterLoad(rest: string): number {
  const program = `
    import { getHeapStatistics } from 'node:v8'
    import { setTimeout as sleep } from 'node:timers/promises'
    const { releaseMemoryWhenIdle } = await import(${module})
    const stop = releaseMemoryWhenIdle(100)
    let rows = Array.from({ length: 1_500_000 }, (_, at) => ({ at, name: 'row ' + at }))
    await sleep(10)
    rows = rows.length
    ${rest}
    console.log(getHeapStatistics().total_heap_size / 1024 ** 2)`
  const args = ['--expose-gc', '--input-type=module-typescript', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('releaseMemoryWhenIdle', () => {
  it('shrinks the heap when the process is idle after load', () => {
    expect(heapAfterLoad('await sleep(1_000)')).toBeLessThan(60)
  })

  it('does not shrink the heap while the process is busy, or after its checks were stopped', () => {
    const busy =
      'for (let n = 0; n < 20; n++) { const end = Date.now() + 45; while (Date.now() < end); await sleep(5) }'
    expect(heapAfterLoad(busy)).toBeGreaterThan(90)
    expect(heapAfterLoad('stop(); await sleep(1_000)')).toBeGreaterThan(90)
  })
})
