import * as contract from '@pawtrait/contract/push.ts'
import type { App } from '#platform/http/serve.ts'
import { createPushSender } from '#platform/web-push/send-push.ts'
import { changePushSettings } from './change-push-settings.ts'
import { removeDevice } from './remove-device.ts'
import { subscribe } from './subscribe.ts'
import { testDevice } from './test-device.ts'
import { getPush } from './view.ts'

export function pushRoutes(app: App) {
  const sender = createPushSender()
  app.serve(contract.getPush, (ctx) => getPush(ctx))
  app.serve(contract.subscribeToPush, (ctx, { body }) => subscribe(ctx, body))
  app.serve(contract.removePushDevice, (ctx, { params }) => removeDevice(ctx, params.id))
  app.serve(contract.testPushDevice, (ctx, { params }) => testDevice(ctx, sender, params.id))
  app.serve(contract.setPushSettings, (ctx, { body }) => changePushSettings(ctx, body))
}
