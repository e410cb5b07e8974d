import { LogOutDialog } from './LogOutDialog.tsx'

const heardByScript = () => undefined

/** What Log Out asks on a page without React, for each whose draft it may be: `startLogOut` opens them. */
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
