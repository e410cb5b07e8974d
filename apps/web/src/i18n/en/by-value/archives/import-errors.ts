/** Faults of a whole ZIP by the code of its field error. */
export const importErrors: Record<string, string> = {
  'not-ours': 'This ZIP is not a download from Pawtrait.',
  newer: 'This ZIP comes from a newer Pawtrait than this one.',
  damaged: 'This ZIP is damaged. Download it again.',
  'too-much': 'This ZIP unpacks to more than we take.',
}
