import { identifyBySession } from '#features/users/identify.ts'
import type { Deps } from '#platform/context.ts'
import { httpServer } from '#platform/http.ts'
import { type App, appOn } from '#platform/serve.ts'
import { userRoutes } from '#features/users/routes.ts'
import { operatorRoutes } from './operator-routes.ts'

/** Builds the whole server on its outside doors; does not listen. Tests call it as `main` does. */
export async function buildApp(deps: Deps): Promise<App> {
  const app = appOn(await httpServer(deps), deps, identifyBySession(deps))
  userRoutes(app)
  operatorRoutes(app)
  return app
}
