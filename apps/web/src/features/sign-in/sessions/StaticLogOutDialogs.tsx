import { LogOutDialog } from './LogOutDialog.tsx'

const handledByScript = () => undefined

/** Confirmations of Log Out on a page without React, one per possible owner of a draft; `startLogOut` opens them. */
export function StaticLogOutDialogs() {
  const dialog = { open: true, isBusy: false, onClose: handledByScript, onLogOut: handledByScript }
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
