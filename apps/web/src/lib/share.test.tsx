import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'
import { copyLink } from './share.ts'

test('copyLink restores the focus when the browser refuses the async clipboard API', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  onTestFinished(() => write.mockRestore())
  renderApp(<button type="button">Share</button>)
  const button = page.getByRole('button', { name: 'Share' })
  button.element().focus()
  await copyLink('https://pawtrait.test/posts/1')
  await expect.element(button).toHaveFocus()
})
