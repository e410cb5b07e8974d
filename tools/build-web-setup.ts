import { buildWeb } from './build-web.ts'

/** Vitest globalSetup: builds the web app for tests that request pages. */
export const setup = () => buildWeb()
