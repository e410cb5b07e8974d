import { readFileSync } from 'node:fs'

/** The process that started this one, or whoever took it over: Node does not tell who sent a signal. */
export function parentProcess(): { parent: number; parentName?: string } {
  const parent = process.ppid
  try {
    return { parent, parentName: readFileSync(`/proc/${parent}/comm`, 'utf8').trim() }
  } catch {
    return { parent } // gone, or a system without /proc
  }
}
