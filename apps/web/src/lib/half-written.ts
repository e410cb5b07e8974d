const KEY = 'half-written'
// Whoever begins more than this has left the first ones for good.
const MOST = 50

type Written = Record<string, string>

let written: Written | null = null

function read(): Written {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    // Nobody else writes it; a hand that did loses it.
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Written) : {}
  } catch {
    return {}
  }
}

/** What was typed under a name and not sent, also before the page was loaded again. */
export const halfWritten = (name: string): string => (written ??= read())[name] ?? ''

/** Keeps it on this device, at once; empty: forgets it. The newest fifty are kept. */
export function keepHalfWritten(name: string, text: string) {
  // As it stands now: another tab may have written meanwhile.
  const { [name]: _, ...rest } = read()
  written = Object.fromEntries(Object.entries(text ? { ...rest, [name]: text } : rest).slice(-MOST))
  try {
    localStorage.setItem(KEY, JSON.stringify(written))
  } catch {
    // Storage may be full or switched off: then it lives as long as the page.
  }
}

/** Forgets everything half-written: it is for nobody else who logs in here. */
export function forgetHalfWritten() {
  written = null
  localStorage.removeItem(KEY)
}
