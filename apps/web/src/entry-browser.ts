import { recordInputBeforeHydration } from '#lib/forms/input-before-hydration.ts'

// On a slow phone, evaluating React takes as long as evaluating the rest of the app. With separate tasks, the browser
// can process input between them. The document preloads both files.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  const replayInput = recordInputBeforeHydration()
  await import('react-dom/client')
  await nextTask()
  const { startApp } = await import('./start-app.tsx')
  await nextTask()
  await startApp()
  replayInput()
}

void start()
