type StoredUser = { id?: string; username?: string; following?: string[] }

/** Returns the user of the last log-in in this browser. Null if none, undefined if storage is disabled. */
export function readStoredUser(): StoredUser | null | undefined {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as StoredUser | null
  } catch {
    return undefined
  }
}

/** Returns the id of the user of the last log-in in this browser. Null if none, undefined if storage is disabled. */
export function readStoredUserId(): string | null | undefined {
  const user = readStoredUser()
  return user === undefined ? undefined : (user?.id ?? null)
}
