/** Version of the archive's layout. Raise it when older releases could no longer import an archive. */
export const archiveFormat = 1

/** File with the version: `{"format": 1}`. */
export const FORMAT_FILE = 'format.json'
