import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { TabPanel, Tabs } from './Tabs.tsx'

const TABS = [
  { id: 'all', label: 'All' },
  { id: 'pets', label: 'Pets' },
  { id: 'users', label: 'Users' },
] as const

function Results() {
  const [value, setValue] = useState<(typeof TABS)[number]['id']>('all')
  return (
    <>
      <Tabs label="Kind of result" name="kind" tabs={TABS} value={value} onChange={setValue} />
      <TabPanel name="kind" value={value}>
        Showing {value}
      </TabPanel>
    </>
  )
}

const tab = (name: string) => page.getByRole('tab', { name })

describe('Tabs used with the keyboard', () => {
  test('focus and select a tab on the arrow keys (with wrap-around), Home and End', async () => {
    render(<Results />)
    await userEvent.keyboard('{Tab}')
    await expect.element(tab('All')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Pets')).toHaveFocus()
    await expect.element(page.getByRole('tabpanel', { name: 'Pets' })).toHaveTextContent('Showing pets')
    await userEvent.keyboard('{End}{ArrowRight}')
    await expect.element(tab('All')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(tab('Users')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Home}')
    await expect.element(tab('All')).toHaveFocus()
  })
})

const KINDS = ['All', 'Pets', 'Users', 'Posts', 'Tags', 'Places'].map((label) => ({ id: label, label }))

test('Tabs scroll the selected tab into view on a narrow screen without scrolling the page', async () => {
  await page.viewport(390, 844)
  const choose = vi.fn<(id: string) => void>()
  render(
    <div style={{ paddingBlock: '1500px' }}>
      <Tabs label="Kind of result" name="kind" tabs={KINDS} value="Places" onChange={choose} />
    </div>,
  )
  const strip = page.getByRole('tablist').element().getBoundingClientRect()
  const chosen = tab('Places').element().getBoundingClientRect()
  expect(tab('All').element().getBoundingClientRect().left).toBeLessThan(strip.left)
  expect(chosen.left).toBeGreaterThanOrEqual(strip.left)
  expect(chosen.right).toBeLessThanOrEqual(strip.right)
  expect(window.scrollY).toBe(0)
})
