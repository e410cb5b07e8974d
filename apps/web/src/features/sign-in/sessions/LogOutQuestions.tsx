import { LogOutDialog } from './LogOutDialog.tsx'

const heardByScript = () => undefined

/** Confirmations of Log Out on a page without React, one per possible owner of a draft; `startLogOut` opens them. */
export function LogOutQuestions() {
  const dialog = { open: true, isBusy: false, onClose: heardByScript, onLogOut: heardByScript }
  return (
    <>
      <div data-unsent="own">
        <LogOutDialog {...dialog} isOther={false} />
      </div>
      <div data-unsent="other">
        <LogOutDialog {...dialog} isOther />
      </div>
    </>
  )
}
