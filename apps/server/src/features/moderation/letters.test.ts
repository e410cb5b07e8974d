import { expect, it } from 'vitest'
import { ruleNames } from './letters.ts'

it('ruleNames equals the rule names on the rules page of the web app', async () => {
  const page = new URL('../../../../web/src/i18n/en/by-value/moderation/rules-names.ts', import.meta.url)
  const { rulesNames } = (await import(page.href)) as { rulesNames: object }
  expect(ruleNames).toEqual(rulesNames)
})
