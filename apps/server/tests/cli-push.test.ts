import type { PushState } from '@pawtrait/contract/push.ts'
import { beforeAll, expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { pushServerForFile } from '#testing/push.ts'
import { runCommand } from '#testing/run-command.ts'

const { server, state, subscribe, sendForm } = pushServerForFile()
let environment: Record<string, string> = {}
beforeAll(async () => {
  environment = await operatorEnvironment(server)
})

const pawtrait = (...args: string[]) => runCommand(args, environment)

it('`pawtrait push` counts devices per VAPID key, and `pawtrait push new-key` replaces the key', async () => {
  const user = await aUser(server)
  const browser = await subscribe(user)
  const { key } = await state(user)
  expect(await pawtrait('push')).toMatchObject({ exit: 0, out: '1 devices use the current key, 0 an older one.\n' })
  expect(await pawtrait('push', 'new-key')).toMatchObject({ exit: 0 })
  const renewed = await server.call<PushState>(user, 'GET', '/api/push')
  expect(renewed.body.key).not.toBe(key)
  expect((await pawtrait('push')).out).toBe('0 devices use the current key, 1 an older one.\n')
  await sendForm(user, browser, { renews: true })
  expect((await pawtrait('push')).out).toBe('1 devices use the current key, 0 an older one.\n')
})

it('`pawtrait push` exits with code 2 for unknown arguments', async () => {
  expect(await pawtrait('push', 'new-keys')).toMatchObject({ exit: 2 })
})
