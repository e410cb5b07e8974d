import { LogOutDialog } from './LogOutDialog.tsx'

const handledByScript = () => undefined

/**
 * Confirmation dialogs of Log Out on a page without React, one for each `UnsentDataKind`. `attachLogOutButton` opens
 * them.
 */
export function StaticLogOutDialogs() {
  const dialog = { open: true, isBusy: false, onClose: handledByScript, onLogOut: handledByScript }
  return (
    <>
      <div data-unsent="own">
        <LogOutDialog {...dialog} unsent="own" />
      </div>
      <div data-unsent="other">
        <LogOutDialog {...dialog} unsent="other" />
      </div>
      <div data-unsent="actions">
        <LogOutDialog {...dialog} unsent="actions" />
      </div>
    </>
  )
}
