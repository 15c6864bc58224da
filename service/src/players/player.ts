/** A person who plays at an operator, known to Coffer only by the operator's own id. */
export type Player = {
  playerId: number
  /** The operator's opaque, stable id: 1 to 190 characters. */
  externalId: string
}
