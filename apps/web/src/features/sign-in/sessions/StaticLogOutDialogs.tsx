import { LogOutDialog } from './LogOutDialog.tsx'

const handledByScript = () => undefined

/** Confirmation dialogs of Log Out without React, one for each `DraftOwner`. `attachLogOutButton` opens them. */
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
