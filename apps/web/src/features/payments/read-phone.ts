/** Whether a number as typed is a Kenyan mobile: `07…`, `01…`, `254…` or `+254…`, spaces and hyphens as one likes. */
export const readPhone = (typed: string): boolean =>
  /^(?:254|\+254|0)?[17]\d{8}$/.test(typed.replaceAll(/[\s\-().]/g, ''))
