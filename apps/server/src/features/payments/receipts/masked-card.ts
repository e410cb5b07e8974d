/** Maps lower-case brand names, as sent by providers, to displayed names. */
const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Formats a provider's `visa 4081` as "Visa •••• 4081"; returns null if both brand and number are missing. */
export function formatMaskedCard(method: string | null): string | null {
  const [, brand, last4] = /^(.*?) ?(\d{4})?$/.exec(method?.trim() ?? '') ?? []
  const name = brand && (brandNames[brand.toLowerCase()] ?? brand.charAt(0).toUpperCase() + brand.slice(1))
  return [name, last4 && `•••• ${last4}`].filter(Boolean).join(' ') || null
}
