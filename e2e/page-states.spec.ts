import { journeyInSeparateApp } from './journey.ts'
import { pageStates } from './page-states.ts'
import { describeScreens } from './walk-screens.ts'

describeScreens('pageStates', pageStates, journeyInSeparateApp(), { screens: 25, focused: 0 })
