const KEY = 'typed'

type Typed = { at: string; texts: string[] }

function readTyped(): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Typed | null
  } catch {
    return null
  }
}

/**
 * Keeps what is typed into these fields over a reload of the tab, for a page or, by one name, for several with the same
 * fields. A zip code is never among them.
 */
export function keepTyped(fields: readonly HTMLInputElement[], page = window.location.pathname) {
  const at = page + window.location.search
  const kept = readTyped()
  const keep = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ at, texts: fields.map(({ value }) => value) } satisfies Typed))
    } catch {
      // Storage may be switched off: then a reload loses it.
    }
  }
  for (const [index, field] of fields.entries()) {
    // What was typed before this script came stays.
    if (kept?.at === at && field.value === field.defaultValue) field.value = kept.texts[index] ?? ''
    field.addEventListener('input', keep)
  }
}

/** Forgets it: the account exists, or whoever typed it is in. */
export function forgetTyped() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is switched off, and nothing was kept.
  }
}
