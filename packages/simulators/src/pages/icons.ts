import paths from './icons.json' with { type: 'json' }

/** Renders a decorative icon from Phosphor (MIT) beside text. The icon is hidden from screen readers. */
export function renderIcon(name: keyof typeof paths): string {
  return `<svg class="ic" viewBox="0 0 256 256" aria-hidden="true" focusable="false"><path d="${paths[name]}"/></svg>`
}

/** The favicon. */
export const flaskSvg =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><rect width="256" height="256" rx="56" fill="#ffb454"/>` +
  `<path fill="#3a2100" d="${paths.flask}"/></svg>`
