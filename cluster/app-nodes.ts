import { type RunningApp, startApp } from '../e2e/app.ts'

/** A node of the app, and what it was started with: once it has died it is started again with that. */
export type Node = { app: RunningApp; settings: Record<string, string> }

/** Nodes of the app, which share a data folder for photos and secrets. The first brings the schema up to date. */
export async function startNodes(settings: Record<string, string>[]): Promise<Node[]> {
  const nodes: Node[] = []
  for (const own of settings) nodes.push({ app: await startApp(own), settings: own })
  return nodes
}
