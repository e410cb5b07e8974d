/**
 * Vitest reporter that writes counts, failures and running tests as JSON to `PROGRESS_FILE`, which `run-steps.ts`
 * reads.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestSpecification } from 'vitest/node'
import type { Progress } from './progress.ts'

const nameOf = ({ module, fullName }: TestCase) => `${module.relativeModuleId} > ${fullName}`

// oxlint-disable-next-line import/no-default-export -- Vitest takes a reporter by its default export
export default class ProgressReporter implements Reporter {
  #counts = { passed: 0, failed: 0, files: 0, filesDone: 0 }
  #running = new Map<string, string>()
  #failures: string[] = []

  onTestRunStart(specifications: readonly TestSpecification[]) {
    this.#counts.files = specifications.length
    this.#write()
  }

  onTestCaseReady(test: TestCase) {
    if (test.result().state !== 'pending') return // Vitest may report the result of a quick test before its start.
    this.#running.set(test.id, nameOf(test))
    this.#write()
  }

  onTestCaseResult(test: TestCase) {
    this.#running.delete(test.id)
    const { state } = test.result()
    if (state === 'passed') this.#counts.passed++
    if (state === 'failed') {
      this.#counts.failed++
      this.#failures.push(nameOf(test))
    }
    this.#write()
  }

  onTestModuleEnd() {
    this.#counts.filesDone++
    this.#write()
  }

  #write() {
    if (!process.env.PROGRESS_FILE) return
    const progress: Progress = { ...this.#counts, running: [...this.#running.values()], failures: this.#failures }
    writeFileSync(process.env.PROGRESS_FILE, JSON.stringify(progress))
  }
}
