import { app } from './en/app.ts'
import { create } from './en/create.ts'
import { landing } from './en/landing.ts'
import { premium } from './en/premium.ts'
import { settings } from './en/settings.ts'
import { texts } from './en/texts.ts'
import { ui } from './en/ui.ts'
import { users } from './en/users.ts'

/** English, the language every other one is measured by. One section for each feature, in a file of its own. */
export const en = { app, create, landing, premium, settings, texts, ui, users } as const
