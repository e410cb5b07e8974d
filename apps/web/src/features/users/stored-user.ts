/** The id of who logged in last in this browser, null: nobody; undefined where storage is switched off. */
export function storedUserId(): string | null | undefined {
  try {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null') as { id?: string } | null
    return user?.id ?? null
  } catch {
    return undefined
  }
}
