/** Version of the archive's layout. Raise it when older releases can no longer import new archives. */
export const ARCHIVE_FORMAT_VERSION = 1

/** Name of the file that contains the version: `{"format":1}`. */
export const FORMAT_FILE_NAME = 'format.json'
