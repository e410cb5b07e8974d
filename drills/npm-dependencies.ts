import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Drill, DrillSkipped, runProgram } from './drill.ts'

const root = join(import.meta.dirname, '..')

type Audit = { metadata?: { vulnerabilities: Record<string, number> } }

async function audit(): Promise<string> {
  const { out, err } = await runProgram('npm', ['audit', '--omit=dev', '--json'], { cwd: root })
  const found = (JSON.parse(out.toString() || '{}') as Audit).metadata?.vulnerabilities
  if (!found) throw new DrillSkipped(`the registry answers no audit (${err.split('\n')[0]})`)
  const { high = 0, critical = 0, total = 0 } = found
  if (high + critical > 0) throw new Error(`${high} high, ${critical} critical`)
  return `0 high, 0 critical, ${total} in all`
}

async function cleanClone(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-clone-'))
  try {
    const steps: [string, string[]][] = [
      ['git', ['clone', '--quiet', '--no-hardlinks', root, folder]],
      ['npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']],
      ['npm', ['run', '--silent', 'build']],
    ]
    for (const [command, args] of steps) {
      const { code, err } = await runProgram(command, args, { cwd: folder })
      if (code !== 0) throw new Error(`${command} ${args[0]}: ${err.slice(-800)}`)
    }
    return 'npm ci --ignore-scripts and the build work in a clean clone'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function billOfMaterials(): Promise<string> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev']
  const { code, out, err } = await runProgram('npm', args, { cwd: root })
  if (code !== 0) throw new Error(err.slice(-800))
  const { components = [] } = JSON.parse(out.toString()) as { components?: { name: string; version?: string }[] }
  const unnamed = components.filter(({ name, version }) => !name || !version)
  if (components.length < 50 || unnamed.length > 0)
    throw new Error(`${components.length} components, ${unnamed.length} of them without a version`)
  return `${components.length} components, each with its version (CycloneDX, from the lockfile alone)`
}

/** Drills that check the npm dependencies. */
export const npmDependencyDrills: Drill[] = [
  { name: 'H06 npm audit', run: audit },
  { name: 'H06 bill of materials', run: billOfMaterials },
  { name: 'H06 clean clone without scripts', run: cleanClone },
]
