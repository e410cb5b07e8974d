import * as contract from '@pawtrait/contract/push.ts'
import type { App } from '#platform/http/serve.ts'
import { changePushSettings } from './change-push-settings.ts'
import { removeDevice } from './remove-device.ts'
import { sendTestMessage } from './send-test-message.ts'
import { subscribeBrowser } from './subscribe-browser.ts'
import { getPushState } from './view.ts'

export function pushRoutes(app: App) {
  app.serve(contract.getPush, (ctx) => getPushState(ctx))
  app.serve(contract.subscribeToPush, (ctx, { body }) => subscribeBrowser(ctx, body))
  app.serve(contract.removePushDevice, (ctx, { params }) => removeDevice(ctx, params.id))
  app.serve(contract.testPushDevice, (ctx, { params }) => sendTestMessage(ctx, params.id))
  app.serve(contract.setPushSettings, (ctx, { body }) => changePushSettings(ctx, body))
}
