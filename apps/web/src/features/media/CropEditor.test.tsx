import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { onCleanUp, render } from '../../testing/render.tsx'
import { CropEditor } from './CropEditor.tsx'

/** Returns the URL of a wide picture that the browser has decoded. */
async function decodedPicture(): Promise<string> {
  const canvas = new OffscreenCanvas(300, 200)
  canvas.getContext('2d')?.fillRect(0, 0, 300, 200)
  const src = URL.createObjectURL(await canvas.convertToBlob())
  onCleanUp(() => URL.revokeObjectURL(src))
  const image = new Image()
  image.src = src
  await image.decode()
  return src
}

describe('CropEditor', () => {
  test('shows the saved crop when the editor has mounted in a closed dialog that then opens', async () => {
    const src = await decodedPicture()
    const saved = { x: 0.25, y: 0.25, width: 1 / 3, height: 0.5 }
    let changed = null as typeof saved | null
    render(
      <dialog aria-label="Fit it">
        <CropEditor src={src} aspect={1} crop={saved} rotate={0} onCrop={(crop) => void (changed = crop)} />
      </dialog>,
    )
    await new Promise((drawn) => setTimeout(drawn, 100))
    expect(changed).toBe(null)
    document.querySelector('dialog')?.showModal()
    await expect.element(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('2')
    await expect.poll(() => changed?.width).toBeCloseTo(saved.width, 2)
    expect(changed?.x).toBeCloseTo(saved.x, 2)
    expect(changed?.y).toBeCloseTo(saved.y, 2)
  })

  test('shows the saved crop even if the `load` event fires before the size of the picture is known', async () => {
    const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
    onTestFinished(() => complete.mockRestore())
    const canvas = new OffscreenCanvas(300, 200)
    canvas.getContext('2d')?.fillRect(0, 0, 300, 200)
    const src = URL.createObjectURL(await canvas.convertToBlob())
    onCleanUp(() => URL.revokeObjectURL(src))
    const saved = { x: 0.25, y: 0.25, width: 1 / 3, height: 0.5 }
    render(<CropEditor src={src} aspect={1} crop={saved} rotate={0} onCrop={() => {}} />)
    await expect.element(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('2')
  })
})
