/** How an archive is laid out: raised when an older program could not bring it in any more. */
export const archiveFormat = 1

/** The file that says it: `{"format": 1}`. */
export const FORMAT_FILE = 'format.json'
