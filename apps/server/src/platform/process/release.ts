import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

function readText(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8').trim()
  } catch {
    return undefined
  }
}

// Returns the checked-out commit from `.git`: in production, the `git` command refuses another user's checkout.
function checkedOutCommit(): string | undefined {
  const head = readText('.git/HEAD')
  const ref = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined
  const packed = () =>
    readText('.git/packed-refs')
      ?.split('\n')
      .find((line) => line.endsWith(` ${ref}`))
  const hash = ref === undefined ? head : (readText(`.git/${ref}`) ?? packed())
  return /^[0-9a-f]{40}/.exec(hash ?? '')?.[0].slice(0, 8)
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/**
 * Version and commit of the running code, such as `0.1.0` and `62243f58`. They are read at the start, so a later
 * checkout does not change them. `commit` is undefined outside a git checkout.
 */
export const release: { version: string; commit: string | undefined } = { version, commit: checkedOutCommit() }

/** Version and commit as a text, such as `0.1.0, commit 62243f58`. */
export const releaseName: string = release.commit === undefined ? version : `${version}, commit ${release.commit}`
