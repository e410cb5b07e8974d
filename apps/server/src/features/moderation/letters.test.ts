import { expect, it } from 'vitest'
import { ruleNames } from './letters.ts'

it('calls the rules by the names that the page of rules gives them', async () => {
  const page = new URL('../../../../web/src/i18n/en/by-value/moderation/rules-names.ts', import.meta.url)
  const { rulesNames } = (await import(page.href)) as { rulesNames: object }
  expect(ruleNames).toEqual(rulesNames)
})
