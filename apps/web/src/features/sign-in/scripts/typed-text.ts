const KEY = 'typed'

type TypedTexts = { at: string; texts: string[] }

function readTyped(): TypedTexts | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as TypedTexts | null
  } catch {
    return null
  }
}

/**
 * Restores the text of these fields after a reload of the tab. Pages with the same `page` and the same query string
 * share the text. Never pass a field for a zip code.
 */
export function persistTypedText(fields: readonly HTMLInputElement[], page = window.location.pathname) {
  const at = page + window.location.search
  const stored = readTyped()
  const saveTexts = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ at, texts: fields.map(({ value }) => value) } satisfies TypedTexts))
    } catch {
      // If storage is disabled, a reload loses the text.
    }
  }
  for (const [index, field] of fields.entries()) {
    // Does not overwrite text that was typed before this script loaded.
    if (stored?.at === at && field.value === field.defaultValue) field.value = stored.texts[index] ?? ''
    field.addEventListener('input', saveTexts)
  }
}

/** Deletes the saved text, after a sign-up or a log-in. */
export function deleteTypedText() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // If storage is disabled, there is no saved text.
  }
}
