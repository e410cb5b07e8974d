/** `npm start`: builds the web app when it is older than its sources, then runs the server in this process. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'

// Node strips the types of what it runs once and keeps it: less than half the time on the next start.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'))
await buildWeb()
await import(new URL('../apps/server/src/main.ts', import.meta.url).href)
