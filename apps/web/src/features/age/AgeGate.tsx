import type { Viewer } from '@pawtrait/contract/users.ts'
import { AgeQuestion } from './AgeQuestion.tsx'
import { GuardianNotice } from './GuardianNotice.tsx'

/** What stands between somebody and the app because of their age: the question, then a guardian's answer. */
export const AgeGate = ({ viewer }: { viewer: Viewer }) => (viewer.ageUntold ? <AgeQuestion /> : <GuardianNotice />)
