type Stored = { id?: string; following?: string[] }

/** Who logged in last in this browser, null: nobody; undefined where storage is switched off. */
export function storedUser(): Stored | null | undefined {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as Stored | null
  } catch {
    return undefined
  }
}

/** The id of who logged in last in this browser, null: nobody; undefined where storage is switched off. */
export function storedUserId(): string | null | undefined {
  const user = storedUser()
  return user === undefined ? undefined : (user?.id ?? null)
}
