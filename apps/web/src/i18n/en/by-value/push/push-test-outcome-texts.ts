import type { PushTestResult } from '@pawtrait/contract/push.ts'

export const pushTestOutcomeTexts = {
  sent: 'Test sent to {device}',
  removed: '{device} has ended its subscription. It is removed from the list.',
  busy: 'The notification service of {device} is busy. Try again later.',
  refused: 'The notification service of {device} did not accept the test.',
} as const satisfies Record<PushTestResult['outcome'], string>
