/** Clicks a checkbox. Resolves to its state before timers run, so that tests detect a flash of the old state. */
export function clickCheckbox(element: Element): Promise<boolean> {
  const box = element as HTMLInputElement
  const stateAfterClick = new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(box.checked), { once: true })
    port1.start()
    box.addEventListener('click', () => port2.postMessage(null), { once: true })
  })
  box.click()
  return stateAfterClick
}
