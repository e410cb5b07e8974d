/** Final result codes of a payment, and the texts that callbacks contain for them. */
const descriptions: Record<string, string> = {
  '0': 'The service request is processed successfully.',
  '1': 'The balance is insufficient for the transaction.',
  '2': 'The amount is below the minimum.',
  '3': 'The amount is above the maximum.',
  '4': 'The daily limit would be passed.',
  '8': 'The receiver would pass its balance limit.',
  '17': 'Rule limited.',
  '26': 'The system is busy.',
  '1001': 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  '1019': 'Transaction has expired',
  '1025': 'An error occurred while sending a push request',
  '1032': 'Request cancelled by user',
  '1037': 'DS timeout user cannot be reached',
  '2001': 'The initiator information is invalid.',
  '2028': 'The request is not permitted according to product assignment',
  '8006': 'The security credential is locked.',
  '9999': 'An error occurred while sending a push request',
  SFC_IC0003: 'The operator does not exist.',
}

// The query API uses other texts for these result codes.
const queryDescriptions: Record<string, string> = {
  '1032': 'Request Cancelled by user.',
  '1037': 'No response from user.',
}

/** Returns the description of a result code. Unknown codes get a generic description. */
export function describeResult(code: string, channel: 'callback' | 'query' = 'callback'): string {
  return (
    (channel === 'query' ? queryDescriptions[code] : undefined) ??
    descriptions[code] ??
    'The request could not be completed.'
  )
}

/** Converts a result code to its type in callbacks. Digits become a number, all other codes remain text. */
export const formatCallbackCode = (code: string): number | string => (/^\d+$/.test(code) ? Number(code) : code)
