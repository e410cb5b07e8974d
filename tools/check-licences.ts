/**
 * Fails on a shipped package that has no allowed licence or is missing in THIRD-PARTY.md. `--write` updates the list.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package in `package-lock.json` that we ship, so not a development dependency. */
export type ShippedPackage = { name: string; version: string; licence: string }

/** The fields of package-lock.json that this check reads. */
export type Lockfile = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean; devOptional?: boolean }>
}

const permissive = new Set(
  (
    'MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause ISC 0BSD BlueOak-1.0.0 Unlicense CC0-1.0 CC-BY-4.0 ' +
    'PostgreSQL Python-2.0 OFL-1.1 MPL-2.0'
  ).split(' '),
)

// We ship these packages unmodified, each in a separate, replaceable file, as the LGPL requires.
const replaceable = /^(?:libheif-js|@img\/sharp-(?:libvips-.*|wasm32|win32-.*))$/

// Licences of packages that state their licence only in Readme.md, not in package.json.
const licencesElsewhere: Record<string, string> = { 'combine-errors': 'MIT' }

/** Returns the shipped packages of the lockfile, sorted by name, without duplicates. */
export function listShippedPackages(lock: Lockfile): ShippedPackage[] {
  const shipped = new Map<string, ShippedPackage>()
  for (const [path, { version = '', license, dev, link, devOptional }] of Object.entries(lock.packages)) {
    const name = /.*node_modules\/(.+)$/.exec(path)?.[1]
    if (name === undefined || dev || link || devOptional) continue
    shipped.set(`${name} ${version}`, { name, version, licence: license ?? licencesElsewhere[name] ?? 'none' })
  }
  return [...shipped.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns packages without an allowed licence. Permissive licences are allowed, and LGPL for a replaceable package. */
export function findRefusedPackages(packages: ShippedPackage[]): ShippedPackage[] {
  return packages.filter(({ name, licence }) => !allows(licence, replaceable.test(name)))
}

function allows(expression: string, mayBeReplaced: boolean): boolean {
  const isAllowed = (id: string) => permissive.has(id) || (mayBeReplaced && /^LGPL-3\.0(?:-or-later)?$/.test(id))
  const bare = expression.replaceAll(/[()]/g, '')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((id) => isAllowed(id.trim())))
}

/** Returns the generated part of THIRD-PARTY.md: the packages, grouped by licence. */
export function formatLicences(packages: ShippedPackage[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted()
  return licences
    .map((licence) => {
      const names = packages
        .filter((shipped) => shipped.licence === licence)
        .map(({ name, version }) => `${name} ${version}`)
      return `### ${licence}\n\n${names.join(', ')}\n`
    })
    .join('\n')
}

const marker = '<!-- From here on written by `node tools/check-licences.ts --write`. -->\n\n'

function main(root: string) {
  const packages = listShippedPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile)
  const path = join(root, 'THIRD-PARTY.md')
  const [introduction = '', listed] = readFileSync(path, 'utf8').split(marker)
  if (process.argv.includes('--write')) return writeFileSync(path, introduction + marker + formatLicences(packages))
  const bad = findRefusedPackages(packages)
  for (const { name, version, licence } of bad)
    console.error(`${name} ${version}: the licence ${licence} is not on the list of accepted licences.`)
  const stale = listed !== formatLicences(packages)
  if (stale) console.error('THIRD-PARTY.md is out of date: run node tools/check-licences.ts --write')
  const blind = packages.length < 150
  if (blind) console.error(`check-licences: saw ${packages.length} packages, expected at least 150.`)
  console.log(`check-licences: ${packages.length} packages, ${bad.length} refused`)
  process.exitCode = bad.length > 0 || stale || blind ? 1 : 0
}

if (import.meta.main) main(process.cwd())
