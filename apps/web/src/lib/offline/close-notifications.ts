/** Closes our notifications on this device, because they may contain names and text. */
export async function closeNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const notifications = (await registration?.getNotifications().catch(() => [])) ?? []
  for (const notification of notifications) notification.close()
}
