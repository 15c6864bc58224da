/** The tab's own storage. A frame may be denied it; then the game goes on without memory over a reload. */

export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Denied or full: what was to be kept lives in memory only.
  }
}

export function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Denied: there is nothing to forget.
  }
}
