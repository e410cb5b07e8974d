/** Messages about errors of a whole ZIP, by error code of the server. */
export const importErrorTexts: Record<string, string> = {
  'not-ours': 'This ZIP is not a download from Pawtrait.',
  newer: 'This ZIP comes from a newer Pawtrait than this one.',
  damaged: 'This ZIP is damaged. Download it again.',
  'too-much': 'This ZIP is too big when opened.',
}
