/** Stored figures that cannot be computed with are a fault of their row, not the end of the examination. */
export function ruled(faultOf: () => string | null): string | null {
  try {
    return faultOf()
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
