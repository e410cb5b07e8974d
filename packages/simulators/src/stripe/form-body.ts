/** A parsed form body of Stripe's API. Names with brackets become nested objects. All values are text. */
export type StripeForm = { [name: string]: string | StripeForm }

const maxDepth = 8
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses `line_items[0][price_data][currency]=kes` to nested objects. Arrays become objects with the keys 0, 1, … */
export function parseForm(text: string): StripeForm {
  const form: StripeForm = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length <= maxDepth && !path.some((key) => unsafeKeys.has(key))) setValue(form, path, value)
  }
  return form
}

function setValue(form: StripeForm, [key = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    form[key] = value
    return
  }
  const inner = form[key]
  const next: StripeForm = typeof inner === 'object' ? inner : {}
  form[key] = next
  setValue(next, rest, value)
}

/** Returns the text at a path of a form, or `''` when it is missing. */
export function readFormText(form: StripeForm, ...path: string[]): string {
  let found: string | StripeForm | undefined = form
  for (const key of path) found = typeof found === 'object' ? found[key] : undefined
  return typeof found === 'string' ? found : ''
}

/** Returns the nested form at a key, or an empty form when it is missing. */
export function readNestedForm(form: StripeForm, key: string): StripeForm {
  const found = form[key]
  return typeof found === 'object' ? found : {}
}

/** Returns the text fields of a nested form, such as `metadata`. */
export function readFormTexts(form: StripeForm, key: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readNestedForm(form, key)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
