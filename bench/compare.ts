import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestRow } from './requests.ts'

const root = join(import.meta.dirname, '..')
const ROUNDS = 2

type Figures = { cpu: number; rate: number }

/** Runs the benchmark in a checkout, with its own database. Returns the measured figures by request name. */
function measure(checkout: string, groups: readonly string[]): Map<string, Figures> {
  execFileSync(process.execPath, ['bench/run.ts', ...groups], { cwd: checkout, stdio: 'inherit' })
  const rows: RequestRow[] = JSON.parse(readFileSync(join(checkout, 'bench/results/requests.json'), 'utf8'))
  return new Map(rows.map(({ name, app }) => [name, { cpu: app.cpuMsPerRequest, rate: app.perSecond }]))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Checks out the commit in a worktree, installs its packages, and copies the current benchmark into it. */
function prepare(commit: string): string {
  const other = join(root, 'data-bench', 'compared')
  rmSync(other, { recursive: true, force: true })
  execFileSync('git', ['worktree', 'prune'], { cwd: root })
  execFileSync('git', ['worktree', 'add', '--detach', other, commit], { cwd: root, stdio: 'inherit' })
  execFileSync('npm', ['ci'], { cwd: other, stdio: 'inherit' })
  rmSync(join(other, 'bench'), { recursive: true })
  cpSync(join(root, 'bench'), join(other, 'bench'), { recursive: true })
  return other
}

/** Measures this checkout and a commit alternately, and prints the figures of both with their ratio. */
export function compareWith(commit: string, groups: readonly string[]) {
  const other = prepare(commit)
  const found: [Map<string, Figures>[], Map<string, Figures>[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    found[0].push(measure(other, groups))
    found[1].push(measure(root, groups))
  }
  const line = (cells: string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(14))).join(''))
  line(['', `CPU ms ${commit.slice(0, 7)}`, 'CPU ms here', 'ratio', 'req/s there', 'req/s here', 'ratio'])
  for (const name of found[1][0]?.keys() ?? []) {
    const [there, here] = found.map((runs) => {
      const figures = runs.flatMap((run) => run.get(name) ?? [])
      return { cpu: mean(figures.map(({ cpu }) => cpu)), rate: mean(figures.map(({ rate }) => rate)) }
    })
    if (!there || !here) continue
    const ratio = (a: number, b: number) => (b / a).toFixed(2)
    line([
      name,
      ...[there.cpu.toFixed(2), here.cpu.toFixed(2), ratio(there.cpu, here.cpu)],
      ...[there.rate.toFixed(0), here.rate.toFixed(0), ratio(there.rate, here.rate)],
    ])
  }
  execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root })
}
