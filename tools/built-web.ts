import { buildWeb } from './build-web.ts'

/** For Vitest's globalSetup: tests that ask for pages find the web app built from its present sources. */
export const setup = () => buildWeb()
