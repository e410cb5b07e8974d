import { expect, it } from 'vitest'
import { ruleNames } from './emails.ts'

it('ruleNames equals the rule names on the rules page of the web app', async () => {
  const page = new URL('../../../../web/src/i18n/en/by-value/moderation/rule-labels.ts', import.meta.url)
  const { ruleLabels } = (await import(page.href)) as { ruleLabels: object }
  expect(ruleNames).toEqual(ruleLabels)
})
