import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const version = '153.0.0'
// sha512 of the npm package. It is checked before any file of the package runs.
const integrity = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const cache = join(import.meta.dirname, `../node_modules/.cache/chromium-${version}`)

/**
 * Returns the path of the browser in `@sparticuz/chromium` (MIT): headless Chromium with its libraries, 70 MB. The
 * package is downloaded on first use, only on machines without a browser. Returns undefined if it cannot run here.
 */
export function installNpmChromium(print: (line: string) => void): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  const program = join(cache, 'chrome')
  if (!existsSync(program)) {
    print(`No Chromium on this machine: downloading the npm package (@sparticuz/chromium ${version}, 70 MB).`)
    try {
      unpack()
    } catch (error) {
      print(`Chromium could not be downloaded: ${error instanceof Error ? error.message : 'npm failed'}`)
      return
    }
  }
  return spawnSync(program, ['--version', '--no-sandbox']).status === 0 ? program : undefined
}

/** Unpacks into a temporary folder and renames it, so that an interrupted run leaves no incomplete browser folder. */
function unpack() {
  const temporary = `${cache}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  try {
    untar(temporary, fetchPackage(temporary))
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      writeFileSync(
        join(temporary, 'part.tar'),
        brotliDecompressSync(readFileSync(join(temporary, `package/bin/${name}.tar.br`))),
      )
      untar(temporary, 'part.tar')
    }
    const browser = brotliDecompressSync(readFileSync(join(temporary, 'package/bin/chromium.br')))
    writeFileSync(join(temporary, 'chromium'), browser, { mode: 0o755 })
    writeFileSync(join(temporary, 'fonts.conf'), fontsConf(join(cache, 'fonts'), join(cache, 'fonts-cache')))
    writeFileSync(join(temporary, 'chrome'), starter, { mode: 0o755 })
    for (const used of ['package', 'part.tar', 'carried.tgz']) rmSync(join(temporary, used), { recursive: true })
    renameSync(temporary, cache)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Downloads the package into `folder` and checks its hash. */
function fetchPackage(folder: string): string {
  // Runs the npm that started this process, on the Node of that npm. Another npm on the PATH may have other settings.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env
  const [program, before] = npm ? [node, [npm]] : ['npm', []]
  const args = [...before, 'pack', `@sparticuz/chromium@${version}`, '--silent', '--pack-destination', folder]
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!archive) throw new Error('npm pack created no archive')
  const bytes = readFileSync(join(folder, archive))
  if (createHash('sha512').update(bytes).digest('base64') !== integrity)
    throw new Error('the hash of the package is not the expected one')
  renameSync(join(folder, archive), join(folder, 'carried.tgz'))
  return 'carried.tgz'
}

function untar(folder: string, archive: string) {
  execFileSync('tar', ['xf', archive, '--no-same-owner'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}

// Shell script that starts the browser. It prefers the package's libraries and fonts to those of the machine.
const starter = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

const fontsConf = (fonts: string, cacheFolder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${cacheFolder}</cachedir></fontconfig>
`
