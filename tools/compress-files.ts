import { globSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

// Below this one network packet carries it as it is.
const WORTH_BYTES = 1000

/**
 * Puts a `.br` and a `.gz` beside every text file of a folder that is worth it: files with a hash in their name are
 * compressed once, as well as can be, and never while somebody waits. Browsers ask for brotli over TLS and on
 * localhost only.
 */
export async function compressFiles(folder: string): Promise<void> {
  const paths = globSync('**/*.{js,css,svg,letters}', { cwd: folder }).map((path) => join(folder, path))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all(
    paths
      .filter((path) => statSync(path).size > WORTH_BYTES)
      .map(async (path) => {
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, await brotli(bytes, { params }))
        await writeFile(`${path}.gz`, await zipped(bytes, { level: constants.Z_BEST_COMPRESSION }))
      }),
  )
}
