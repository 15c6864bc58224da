/** Named places between the steps of a flow: nothing in production, a barrier in races, a crash in simulations. */
export const POINTS = [
  'open-round:attempt-recorded',
  'open-round:replied',
  'open-round:applied',
  'cancel-held-round:attempt-recorded',
  'cancel-held-round:replied',
  'cancel-held-round:applied',
  'resolver:attempt-recorded',
  'resolver:replied',
  'resolver:applied',
  'cash-back:attempt-recorded',
  'cash-back:replied',
  'cash-back:applied',
  'create-order:attempt-recorded',
  'create-order:replied',
  'create-order:applied',
  'cancel-order:attempt-recorded',
  'cancel-order:replied',
  'cancel-order:applied',
  'rotate-seed:locked',
  'stake-items:consumed',
  'stake-items:settled',
  'kyc-image:written',
  'kyc-image:removed',
  'kyc-erase:recorded',
  'webhook:attempt-recorded',
  'webhook:replied',
] as const

export type PointName = (typeof POINTS)[number]

export type Points = { at(name: PointName): Promise<void> }

export const NO_POINTS: Points = { at: async () => {} }

/** The paid actions that requests drive. Their points stand before the wallet is called, after it answered, and after that was applied. */
export type PaidActionName = Exclude<NameOf<PointName>, 'resolver'>

type NameOf<Point extends PointName> = Point extends `${infer Name}:applied` ? Name : never
