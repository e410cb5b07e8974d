import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DemoStopped, JournalOutdated, openJournal } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawtrait-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = () => join(folder, 'demo')
const at = (day: string) => () => new Date(day)

describe('openJournal', () => {
  it('replays results of finished steps and repeats a failed step', async () => {
    const run: string[] = []
    const demo = async (failsAt: string) => {
      const journal = openJournal(fileOf(), at('2026-11-27'))
      const step = (name: string) =>
        journal.step(name, async () => {
          if (name === failsAt) throw new Error(name)
          run.push(name)
          return { id: `${name} ${run.length}` }
        })
      return [await step('sign up'), await step('post'), await step('like')]
    }
    await expect(demo('post')).rejects.toThrow('post')
    expect(await demo('')).toEqual([{ id: 'sign up 1' }, { id: 'post 2' }, { id: 'like 3' }])
    expect(run).toEqual(['sign up', 'post', 'like'])
  })

  it('returns the start time of the first run when a later run resumes the journal', () => {
    const first = openJournal(fileOf(), at('2026-11-27')).today
    expect(openJournal(fileOf(), at('2026-11-29')).today).toBe(first)
  })

  it('replays a step that returned undefined, and repeats a step with an incomplete journal line', async () => {
    const journal = openJournal(fileOf(), at('2026-11-27'))
    await journal.step('like', async () => undefined)
    appendFileSync(fileOf(), '{"name":"po')
    const again = openJournal(fileOf(), at('2026-11-27'))
    expect(again.finished()).toBe(1)
    expect(await again.step('like', async () => 'twice')).toBeUndefined()
    expect(await again.step('post', async () => 'once')).toBe('once')
    expect(openJournal(fileOf(), at('2026-11-27')).finished()).toBe(2)
  })

  it('refuses to resume when the steps have changed', async () => {
    await openJournal(fileOf(), at('2026-11-27')).step('like', async () => 1)
    const changed = openJournal(fileOf(), at('2026-11-27')).step('post', async () => 2)
    await expect(changed).rejects.toThrow(JournalOutdated)
  })

  it('starts no new step after stop(), but retains the journal file until remove() is called', async () => {
    const journal = openJournal(fileOf(), at('2026-11-27'))
    journal.stop()
    await expect(journal.step('like', async () => 1)).rejects.toThrow(DemoStopped)
    expect(existsSync(fileOf())).toBe(true)
    journal.remove()
    expect(existsSync(fileOf())).toBe(false)
  })
})
