/** A Kenyan mobile number as Daraja wants it, `2547…` or `2541…`; null when it is none (payments.md §1.2). */
export function readPhone(typed: string): string | null {
  const bare = typed.replaceAll(/[\s+-]/g, '')
  const whole = /^0[71]\d{8}$/.test(bare) ? `254${bare.slice(1)}` : /^[71]\d{8}$/.test(bare) ? `254${bare}` : bare
  return /^254[71]\d{8}$/.test(whole) ? whole : null
}
