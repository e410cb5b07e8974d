import { useSyncExternalStore } from 'react'
import { isInstalled } from '#lib/is-installed.ts'

// localStorage key. Its value is the number of visits, or `no` after the user has declined.
const KEY = 'install-offer'
const COUNTED_KEY = 'install-visit-counted'
const MIN_VISITS = 2

/** The `beforeinstallprompt` event. TypeScript's DOM types lack it, because only Chromium has it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

/** `prompt`: the browser shows its own dialog. `steps`: the user installs through the browser's menu (iPhone). */
export type InstallMethod = 'prompt' | 'steps'

let prompt: InstallPrompt | null = null
let isReady = false
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

// Only iPhones and iPads have `navigator.standalone`.
const isIphone = () => 'standalone' in navigator

/** Stores the `beforeinstallprompt` event, which fires once and early. Call it before the first render. */
export function watchInstallPrompt() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    changed()
  })
  window.addEventListener('appinstalled', stopOfferingInstall)
}

/** Counts this visit, once per tab. The app is offered from the second visit on, unless storage is disabled. */
export function countVisit() {
  try {
    count()
  } catch {
    // Storage may be full or disabled.
  }
}

function count() {
  const storedVisits = localStorage.getItem(KEY)
  if (storedVisits === 'no') return
  if (sessionStorage.getItem(COUNTED_KEY) === null) {
    sessionStorage.setItem(COUNTED_KEY, '1')
    localStorage.setItem(KEY, String(Number(storedVisits) + 1))
  }
  isReady = Number(localStorage.getItem(KEY)) >= MIN_VISITS && !isInstalled()
  changed()
}

/** Stores that this browser never offers to install the app again. */
export function stopOfferingInstall() {
  localStorage.setItem(KEY, 'no')
  isReady = false
  changed()
}

/** Opens the browser's install dialog. Never offers the app again, whatever the user chooses. */
export async function promptInstall(): Promise<void> {
  const event = prompt
  stopOfferingInstall()
  await event?.prompt()
}

const getInstallMethod = (): InstallMethod | null => {
  if (!isReady) return null
  return prompt ? 'prompt' : isIphone() ? 'steps' : null
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns how the user can install the app, or null while the app is not offered. */
export const useInstallOffer = (): InstallMethod | null => useSyncExternalStore(subscribe, getInstallMethod, () => null)
