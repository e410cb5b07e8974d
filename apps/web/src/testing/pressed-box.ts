/** Presses a tick box and gives what it shows in the next task before any timer: the new state, or the one put back. */
export function pressedBox(found: Element): Promise<boolean> {
  const box = found as HTMLInputElement
  const shown = new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(box.checked), { once: true })
    port1.start()
    box.addEventListener('click', () => port2.postMessage(null), { once: true })
  })
  box.click()
  return shown
}
