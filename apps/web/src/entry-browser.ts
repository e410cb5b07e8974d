import { recordEarlyInput } from '#lib/forms/early-input.ts'

// To evaluate React takes a slow phone as long as the whole app. Each has its own task, so that whoever touches the
// page meanwhile is answered in between. Both files are preloaded by the document.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

async function begin() {
  const answerTouches = recordEarlyInput()
  await import('react-dom/client')
  await nextTask()
  const { startApp } = await import('./start-app.tsx')
  await nextTask()
  await startApp()
  answerTouches()
}

void begin()
