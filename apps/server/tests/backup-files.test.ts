import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from '@pawtrait/postgres/folder-lock.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { withNewBackupFolder } from '#app/backup/backup-folder.ts'
import { MANIFEST_FILE, readManifest, writeManifest } from '#app/backup/manifest.ts'
import { getRestoreMarkerPath } from '#app/backup/unfinished-restore.ts'
import { readBackupCommand } from '#app/cli/backup.ts'
import { readConfig } from '#app/config/config.ts'
import { openDatabase } from '#app/process/open-database.ts'
import { readNewestKnownMigration } from '#platform/database/schema-version.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { createBackupFixture } from './backup-fixture.ts'

const world = await createBackupFixture()
afterAll(() => world.remove())

describe('repeated backups into one folder', () => {
  it('hard-link unchanged photos, copy new photos, skip temporary files and delete backups beyond --keep', async () => {
    const first = await world.photoBackup()
    const [gone = '', ...same] = world.photos.splice(0, 2).concat(world.photos)
    const added = `${newFileName()}-320.webp`
    await world.storage.put(added, Buffer.from('new'))
    const exported = `${newFileName()}.zip`
    await world.storage.put(exported, Buffer.from('made anew'))
    const piece = `${newFileName()}.part`
    await world.storage.put(piece, Buffer.from('of an upload'))
    await world.storage.delete([gone])
    world.photos.splice(0, world.photos.length, ...same, added)
    const second = await world.photoBackup('--keep', '2')
    const inode = (of: string, name: string) => statSync(world.photoIn(of, name)).ino
    for (const name of same) expect(inode(second.path, name)).toBe(inode(first.path, name))
    expect(inode(second.path, added)).not.toBe(statSync(world.photoIn(world.dataDir, added)).ino)
    for (const name of [gone, exported, piece])
      expect(() => statSync(world.photoIn(second.path, name))).toThrow('ENOENT')
    expect(readdirSync(world.dir).filter((name) => name.startsWith('2'))).toHaveLength(2)
    await world.photoBackup('--keep', '1')
    expect(readdirSync(world.dir).filter((name) => name.startsWith('2'))).toHaveLength(1)
    const { lines, isWell } = await world.pawtrait(['verify', (await world.photoBackup()).path])
    expect(isWell).toBe(true)
    expect(lines).toEqual([expect.stringMatching(/^Intact: [\d,]+ files, /)])
  }, 60_000)

  it('copy a photo again if its earlier copy is truncated', async () => {
    const [name = ''] = world.photos
    truncateSync(world.photoIn((await world.photoBackup()).path, name), 3)
    expect(readFileSync(world.photoIn((await world.photoBackup()).path, name), 'utf8')).toBe(
      readFileSync(world.photoIn(world.dataDir, name), 'utf8'),
    )
  }, 60_000)

  it('copy a photo again and report it if a bit has flipped in its earlier copy', async () => {
    const [name = ''] = world.photos
    const earlier = (await world.photoBackup()).path
    const rotten = world.photoIn(earlier, name)
    const { atime, mtime } = statSync(rotten)
    flip(rotten)
    utimesSync(rotten, atime, mtime)
    const messages: string[] = []
    const later = (await world.pawtrait(['backup', world.dir, '--photos-only'], {}, messages)).lines[0] ?? ''
    expect(messages).toContain(`damaged in ${earlier}, copied again: photos/${name.slice(0, 2)}/${name}`)
    const verify = (folder: string) => world.pawtrait(['verify', folder])
    expect(await verify(later.replace('Backup: ', ''))).toMatchObject({ isWell: true })
    expect(await verify(earlier)).toMatchObject({ isWell: false })
  }, 60_000)

  it('report that they lack the pepper if PEPPER_FILE is a symbolic link that leaves the data folder', async () => {
    const elsewhere = world.fresh('pepper')
    writeFileSync(elsewhere, 'p'.repeat(32))
    const link = join(world.dataDir, 'secrets/linked')
    symlinkSync(elsewhere, link)
    const into = world.fresh('backups')
    const lastLine = async (pepper: string) =>
      (await world.pawtrait(['backup', into, '--photos-only'], { PEPPER_FILE: pepper })).lines.at(-1)
    expect(await lastLine(link)).toContain(`Not included: settings and the pepper (${link})`)
    expect(await lastLine(join(world.dataDir, 'secrets/pepper.v1'))).toContain('The backup includes the pepper')
    rmSync(link)
  }, 60_000)

  it('fail while another backup into the same folder is running', async () => {
    const into = world.fresh('backups')
    mkdirSync(into)
    const release = lockFolder(into, 'backup')
    await expect(world.pawtrait(['backup', into, '--photos-only'])).rejects.toThrow('Another backup into')
    release()
    await world.pawtrait(['backup', into, '--photos-only'])
    expect(readdirSync(into).filter((name) => name.startsWith('2'))).toHaveLength(1)
  }, 60_000)
})

it('withNewBackupFolder rejects a folder that the user cannot write to', async () => {
  const [dir, dataDir] = [world.fresh('backups'), world.fresh('data')]
  mkdirSync(dir)
  mkdirSync(dataDir)
  await asAnybody([dir, dataDir], async () => {
    chmodSync(dir, 0o555)
    await expect(withNewBackupFolder({ dir, dataDir, now: new Date() }, async () => {})).rejects.toThrow(
      `${dir} cannot be written (Error: unable to open database file): choose a folder of the app's user.`,
    )
  })
})

/** Returns a copy of a finished backup, which a test can damage. */
async function aCopy(): Promise<string> {
  const copy = world.fresh('backup')
  await cp((await world.photoBackup('--keep', '1')).path, copy, { recursive: true })
  return copy
}

/** Runs `work` as a user other than root, because root can read every file. First gives `folders` to that user. */
async function asAnybody<T>(folders: string[], work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  const nobody = 65_534
  for (const folder of folders)
    for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, path), nobody, nobody)
  for (const folder of folders) for (const above of [dirname(folder), world.folder]) chmodSync(above, 0o711)
  process.seteuid?.(nobody)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

const flip = (path: string) => {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

describe('damaged or incompatible backup', () => {
  const pepper = 'secrets/pepper.v1'
  const damages: [string, (path: string) => void, string][] = [
    ['truncated', (path) => truncateSync(path, 1), `cut off: ${pepper}`],
    ['changed', flip, `changed: ${pepper}`],
    ['missing', (path) => rmSync(path), `missing: ${pepper}`],
  ]
  it.each(damages)(
    'is rejected by verify and restore, and nothing is restored, if a file is %s',
    async (_kind, damage, line) => {
      const copy = await aCopy()
      damage(join(copy, pepper))
      expect(await world.pawtrait(['verify', copy])).toMatchObject({
        isWell: false,
        lines: [line, expect.stringMatching(/^1 fault in [\d,]+ files/)],
      })
      const to = world.fresh('data')
      await expect(world.restore(copy, to)).rejects.toThrow(
        `${pepper} is ${line.split(':')[0]}: this backup cannot be restored`,
      )
      expect(readdirSync(to)).toEqual([])
    },
    60_000,
  )

  it('fails `verify` if its manifest does not list a file, and `restore` skips that file', async () => {
    const copy = await aCopy()
    writeFileSync(join(copy, 'secrets/added'), '')
    expect(await world.pawtrait(['verify', copy])).toMatchObject({
      isWell: false,
      lines: ['not listed: secrets/added', expect.any(String)],
    })
    const to = await world.restore(copy)
    expect(readdirSync(join(to, 'secrets'))).toEqual(['pepper.v1'])
  }, 60_000)

  it('is rejected by verify and restore if its manifest is missing or damaged, or names an outside file', async () => {
    const copy = await aCopy()
    const path = join(copy, MANIFEST_FILE)
    const manifestText = readFileSync(path, 'utf8')
    const refusals = async () => {
      for (const command of ['verify', 'restore']) await expect(world.pawtrait([command, copy])).rejects.toThrow(copy)
    }
    for (const text of [
      manifestText.slice(0, -40),
      manifestText.split('\n').slice(0, -2).join('\n'),
      manifestText.replace(/"sizeBytes":\d+/, '"sizeBytes":1'),
      manifestText.replace('"path":"secrets/pepper.v1"', '"path":"photos/../../pepper"'),
      '',
    ]) {
      writeFileSync(path, text)
      await refusals()
    }
    rmSync(path)
    await refusals()
    await expect(world.pawtrait(['verify', copy])).rejects.toThrow('is not a finished backup')
  }, 60_000)

  it('is reported by verify if files are unreadable, and the other backups are still checked', async () => {
    const [cut, unreadable, whole] = [await aCopy(), await aCopy(), await aCopy()]
    rmSync(join(cut, MANIFEST_FILE))
    const [name = ''] = world.photos
    chmodSync(join(unreadable, pepper), 0)
    chmodSync(join(unreadable, 'photos', name.slice(0, 2)), 0)
    const { isWell, lines } = await asAnybody([cut, unreadable, whole], () =>
      world.pawtrait(['verify', cut, unreadable, whole]),
    )
    expect(isWell).toBe(false)
    expect(lines).toEqual(
      expect.arrayContaining([
        `${cut}:`,
        expect.stringMatching(/is not a finished backup/),
        `${unreadable}:`,
        `unreadable: ${world.photoIn('', name)}`,
        `unreadable: photos/${name.slice(0, 2)}`,
        `unreadable: ${pepper}`,
        `${whole}:`,
        expect.stringMatching(/^Intact: .* by release \d+\.\d+\.\d+\.$/),
      ]),
    )
  }, 60_000)

  it('is rejected by restore if it was made by a newer release or another PostgreSQL version', async () => {
    const copy = await aCopy()
    const manifest = await readManifest(copy)
    const saved = async (changed: Partial<typeof manifest>) => {
      rmSync(join(copy, MANIFEST_FILE))
      await writeManifest(copy, { ...manifest, ...changed })
    }
    await saved({ schema: readNewestKnownMigration() + 1, release: '9.1.0' })
    await expect(world.restore(copy)).rejects.toThrow(/tables of a newer release of Pawtrait: .* \(9\.1\.0\), or a/)
    await saved({ postgres: { version: '17.2', startLsn: '0/6000028', stopLsn: '0/6000158' } })
    await expect(world.restore(copy)).rejects.toThrow('This backup needs PostgreSQL 17, but this release runs 18')
  }, 60_000)
})

describe('pawtrait restore', () => {
  it('restores only into a folder that is empty except for .npm', async () => {
    const to = world.fresh('data')
    mkdirSync(join(to, '.npm'), { recursive: true })
    await world.restore((await world.photoBackup()).path, to)
    expect(readdirSync(to)).toEqual(expect.arrayContaining(['.npm', 'photos']))
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true })
    writeFileSync(join(to, 'mine'), '')
    await expect(world.restore((await world.photoBackup()).path, to)).rejects.toThrow(`${to} is not empty (mine):`)
    expect(readdirSync(to)).toEqual(['mine'])
  }, 60_000)

  it('makes the app and `pawtrait backup` reject the data folder if the restore was interrupted', async () => {
    const to = await world.restore((await world.photoBackup()).path)
    writeFileSync(getRestoreMarkerPath(to), '')
    await expect(openDatabase(readConfig({ DATA_DIR: to }), () => {})).rejects.toThrow(
      /was not finished: empty the folder/,
    )
    await expect(world.pawtrait(['backup', world.dir], { DATA_DIR: to })).rejects.toThrow('was not finished')
  }, 60_000)
})

it('readBackupCommand returns undefined for unknown or missing arguments', () => {
  for (const args of [
    'backup',
    'backup a b',
    'backup a --keep',
    'backup a --keep 0',
    'backup --keep',
    'verify',
    'verify a --all',
  ])
    expect(readBackupCommand(args.split(' '))).toBeUndefined()
  for (const args of ['restore', 'restore a --to', 'restore --to a', 'payments'])
    expect(readBackupCommand(args.split(' '))).toBeUndefined()
})
