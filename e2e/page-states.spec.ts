import { describeScreens } from './describe-screens.ts'
import { journeyInSeparateApp } from './journey.ts'
import { pageStates } from './page-states.ts'

describeScreens('pageStates', pageStates, journeyInSeparateApp(), { screens: 25, focused: 0 })
