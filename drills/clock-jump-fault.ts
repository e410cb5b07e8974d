import { setTimeout as sleep } from 'node:timers/promises'
import { makeShiftableClock } from './clocks.ts'
import { restartInstance } from './drill-instance.ts'
import type { Fault } from './fault-kinds.ts'

const offsetDurationMs = 5_000

/** Shifts the clock of app and database under load: an hour forward, an hour back, then to the real time. */
export function clockJumpFault(): Fault {
  let clock: Awaited<ReturnType<typeof makeShiftableClock>> | undefined
  return {
    name: 'clock jumps +1 h, −1 h and back',
    prepare: async (instance) => {
      clock = await makeShiftableClock()
      await instance.app.stop()
      await restartInstance(instance, clock.settings)
    },
    inject: async () => {
      for (const offset of ['+3600', '-3600', '+0']) {
        await clock?.setOffset(offset)
        await sleep(offsetDurationMs)
      }
      return 'app and PostgreSQL'
    },
    cleanUp: async (instance) => {
      await instance.app.stop()
      clock?.remove()
      await restartInstance(instance)
    },
  }
}
